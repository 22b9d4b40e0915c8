// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL_CHARACTER = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/;

/** What the decoder puts in the place of bytes that are not UTF-8. */
const REPLACEMENT_CHARACTER = "\uFFFD";

/**
 * Why a text cannot be stored, or null. PostgreSQL cannot hold NUL or half a surrogate pair; the other
 * control characters, save tab and line breaks, only ever come from damage.
 */
export function findTextFault(text: string): string | null {
  if (text.includes(REPLACEMENT_CHARACTER) || !text.isWellFormed()) return "not valid UTF-8 text";
  return CONTROL_CHARACTER.test(text) ? "contains a control character" : null;
}

/** Length as PostgreSQL's `char_length` counts it: in code points, not in UTF-16 units. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit;
}

/**
 * The beginning of a text that may be damaged, made fit to store: at most `limit` code points, NUL shown as ␀.
 * The result is a string of its own. A mere slice would keep the whole text it was cut from in memory.
 */
export function excerpt(text: string, limit: number): string {
  const start = text.slice(0, limit * 2).toWellFormed();
  return [...start].slice(0, limit).join("").replaceAll("\0", "␀");
}
