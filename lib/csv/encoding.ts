import { CELL_ENDS, detectLegacyEncoding, type LegacyEncoding, resemblesUtf8 } from "./legacy-encodings.ts";

/** The character encoding of a file. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | LegacyEncoding;

/** Number of bytes that are examined, from `findWindow` on. */
export const WINDOW_LENGTH = 64 * 1024;

/** The most bytes before the first one that is not ASCII that may be of the same cell. */
export const LEAD_LENGTH = 64;

/**
 * The encoding that a file's first bytes reveal: by a byte order mark, or in UTF-16 by the zero bytes of plain
 * letters. Null if they do not; the file is then in UTF-8 or a legacy encoding (`judgeWindow`).
 */
export function findMarkedEncoding(start: Uint8Array): Encoding | null {
  const [first, second, third] = start;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const zeros = [0, 0] as [even: number, odd: number];
  const length = Math.min(start.length, WINDOW_LENGTH);
  for (let at = 0; at < length; at++) if (start[at] === 0) zeros[(at % 2) as 0 | 1]++;
  const [even, odd] = zeros;
  if (even + odd < Math.max(4, length / 64)) return null;
  if (odd > 20 * even) return "utf-16le";
  return even > 20 * odd ? "utf-16be" : null;
}

/** The index of the first byte that is not ASCII; the number of bytes if all are. */
export function findHighByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length && (bytes[at] as number) < 0x80) at++;
  return at;
}

/** Where the cell with the first byte that is not ASCII begins: the letters before it tell what it may be. */
export function findWindow(bytes: Uint8Array, high = findHighByte(bytes)): number {
  let start = high;
  const isEnd = (byte = 0) => CELL_ENDS.includes(String.fromCharCode(byte));
  while (start > 0 && high - start < LEAD_LENGTH && !isEnd(bytes[start - 1])) start--;
  return start;
}

/**
 * Distinguishes UTF-8 from legacy encodings by `WINDOW_LENGTH` bytes (or as many as there are) from `findWindow` on. The
 * result is UTF-8 unless hardly any bytes form a UTF-8 character and the others are plainly text of a legacy encoding. So
 * UTF-8 with some damage is not mistaken for one.
 *
 * @param isCut whether the window may end in the middle of a character
 */
export function judgeWindow(window: Uint8Array, isCut = window.length >= WINDOW_LENGTH): Encoding {
  let valid = 0;
  let strange = 0;
  for (let at = 0; at < window.length; ) {
    const length = lengthOfCharacter(window, at) || (isCut ? 0 : 1);
    if (length === 0) break;
    if (length > 1) valid++;
    else if ((window[at] as number) >= 0x80) strange++;
    at += length;
  }
  if (valid >= strange) return "utf-8";
  const legacy = detectLegacyEncoding(window, isCut);
  return legacy && (valid * 10 <= strange || resemblesUtf8(legacy)) ? legacy : "utf-8";
}

/** Byte length of the UTF-8 character at an index; 1 if there is none, 0 if the end may cut one off. */
function lengthOfCharacter(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  const length = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
  for (let index = 1; index < length; index++) {
    if (at + index >= bytes.length) return 0;
    const byte = bytes[at + index] as number;
    if (byte < 0x80 || byte > 0xbf) return 1;
  }
  return length;
}
