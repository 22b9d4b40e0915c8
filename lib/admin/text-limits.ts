/** The longest texts of a lecture, in the units that browsers count (`maxlength`). */
export const MAX_TITLE_LENGTH = 250;
export const MAX_DESCRIPTION_LENGTH = 800;

/** Numbers of characters left that are said aloud: not every one, which would be with every key. */
const MILESTONES = [5, 10, 20];

/** What is said aloud of a text that nears its limit; empty while there is room. */
export function announceRoom(length: number, limit: number): string {
  const left = limit - length;
  if (left <= 0) return `The limit of ${limit} characters is reached.`;
  const milestone = MILESTONES.find((most) => left <= most);
  return milestone ? `At most ${milestone} characters left.` : "";
}

/** How many characters of a text that replaces `selected` ones would not fit. */
export function countCut(added: number, field: { length: number; selected: number; limit: number }): number {
  return Math.max(0, field.length - field.selected + added - field.limit);
}
