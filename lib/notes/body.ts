/** The longest text of a note, in code points; a text area counts UTF-16 units, which are never fewer. */
export const LONGEST_BODY = 5000;

/**
 * The text of a note in its stored form: without control characters except tabs and line breaks, without spaces at
 * the ends of lines, without empty lines around it, and with at most one empty line in a row.
 */
export function cleanBody(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .split("\n");
  // A pattern for the ends of lines would take time that grows with the square of the number of spaces.
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
}
