// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g;

/**
 * Why a text cannot be stored, or null. PostgreSQL cannot hold NUL, nor half a surrogate pair, which is how
 * `decodeUtf8` marks damage; the other control characters, save tab and line breaks, are never meant.
 */
export function findTextFault(text: string): string | null {
  if (!text.isWellFormed()) return "not valid UTF-8 text; save the file as “CSV UTF-8”";
  return text.search(CONTROL_CHARACTERS) >= 0 ? "contains a control character" : null;
}

/** Length as PostgreSQL's `char_length` counts it: in code points, not in UTF-16 units. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || [...text].length > limit);
}

/**
 * The beginning of a text that may be damaged, made fit to store and to see: at most `limit` code points, NUL
 * as ␀ and other control characters likewise.
 * The result is a string of its own. A mere slice would keep the whole text it was cut from in memory.
 */
export function excerpt(text: string, limit: number): string {
  const start = text.slice(0, limit * 2).toWellFormed();
  return [...start].slice(0, limit).join("").replace(CONTROL_CHARACTERS, pictureOf);
}

/** Unicode has a picture for each control character, in their order. */
function pictureOf(control: string): string {
  return String.fromCharCode(0x2400 + control.charCodeAt(0));
}
