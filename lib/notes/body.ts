/** The longest text of a note, in UTF-16 units. */
export const LONGEST_BODY = 5000;

/**
 * A note's text as it is kept: no sign that cannot be seen, no space at the ends of lines, never more than one empty line
 * at a time. Nothing else that was typed is changed.
 */
export function cleanBody(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
}
