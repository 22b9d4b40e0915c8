/**
 * Marks bytes that are not valid text: a lone surrogate, which no valid text contains. The usual U+FFFD is not
 * suitable, because a file may legitimately contain that character.
 */
export const DAMAGE = "\uDC80";

/** The text of UTF-16 code units, or of bytes that stand for the first 256 of them. */
export function textOf(units: Uint16Array | Uint8Array): string {
  const parts: string[] = [];
  // In slices, because runtimes limit the number of arguments of a call.
  for (let start = 0; start < units.length; start += 8192) {
    parts.push(String.fromCharCode(...units.subarray(start, start + 8192)));
  }
  return parts.join("");
}
