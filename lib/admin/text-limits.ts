import { countOf } from "../catalogue/display.ts";

/** The longest texts of a lecture, in the units that browsers count (`maxlength`). */
export const MAX_TITLE_LENGTH = 250;
export const MAX_DESCRIPTION_LENGTH = 800;

/** The numbers of remaining characters that are announced: not every number, which would be at every key press. */
const MILESTONES = [5, 10, 20];

/** The announcement for screen readers when a text nears its limit; empty while there is enough room. */
export function announceRemaining(length: number, limit: number): string {
  const left = limit - length;
  if (left <= 0) return `The limit of ${limit} characters is reached.`;
  const milestone = MILESTONES.find((most) => left <= most);
  return milestone ? `At most ${milestone} characters left.` : "";
}

/** How many of `added` characters do not fit when they replace the `selected` ones. */
export function countCut(added: number, field: { length: number; selected: number; limit: number }): number {
  return Math.max(0, field.length - field.selected + added - field.limit);
}

/** Says how many characters of a paste did not fit. */
export const describeCut = (cut: number) =>
  `The text was too long: ${countOf(cut, "character")} at its end ${cut === 1 ? "was" : "were"} left out.`;

/**
 * The length of a text once it is pasted: browsers make one character of each line break, and leave out those at the end
 * in a field of one line.
 */
export function pastedLength(text: string, isLong: boolean): number {
  const inserted = text.replaceAll("\r\n", "\n");
  return (isLong ? inserted : inserted.replace(/[\r\n]+$/, "")).length;
}
