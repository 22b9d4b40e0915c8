// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL_CHARACTER = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/;

/**
 * Why a text cannot be stored, or null. PostgreSQL cannot hold NUL, nor half a surrogate pair, which is how
 * `decodeUtf8` marks damage; the other control characters, save tab and line breaks, are never meant.
 */
export function findTextFault(text: string): string | null {
  if (!text.isWellFormed()) return "not valid UTF-8 text";
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
