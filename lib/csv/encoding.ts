/** How the characters of a file are written as bytes. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Bytes that are looked at from the first one on that is not ASCII. */
export const WINDOW_LENGTH = 64 * 1024;

/**
 * The encoding that a file's first bytes show by themselves: by a byte order mark, or in UTF-16 by the zeros beside
 * plain letters. Null where they do not; the file is then in UTF-8 or in Windows-1252 (`judgeWindow`).
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

/** The index of the first byte that is not ASCII; the length where all are. */
export function findHighByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length && (bytes[at] as number) < 0x80) at++;
  return at;
}

/** Of 0x80 to 0x9F, signs that stand between letters, or at a word's end: … ’ – — */
const COMMON_SIGNS = new Set([0x85, 0x92, 0x96, 0x97]);
const SMALL_LETTERS = new Set([0x9a, 0x9c, 0x9e]);
const CAPITALS = new Set([0x8a, 0x8c, 0x8e, 0x9f]);
export const UNDEFINED_IN_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Tells Windows-1252 from UTF-8 by the bytes from a file's first one on that is not ASCII, `WINDOW_LENGTH` of them or
 * all that there are. It is Windows-1252 where it is plainly that: hardly anything is a character of UTF-8, no byte
 * is without a meaning, and what is not ASCII stands as accents, quotation marks and dashes do in texts. So neither
 * UTF-8 with some damage nor a file in the encoding of DOS, of the Macintosh or of another script is taken for it.
 *
 * @param isCut whether the window's end may be in the middle of a character
 */
export function judgeWindow(
  window: Uint8Array,
  isCut = window.length >= WINDOW_LENGTH,
): "utf-8" | "windows-1252" {
  let valid = 0;
  let strange = 0;
  let misplaced = 0;
  let inRow = 0;
  let ofOtherScript = 0;
  for (let at = 0; at < window.length; ) {
    const byte = window[at] as number;
    if (byte < 0x80) {
      inRow = 0;
      at++;
      continue;
    }
    const length = lengthOfCharacter(window, at) || (isCut ? 0 : 1);
    if (length === 0) break;
    if (length > 1) {
      valid++;
      inRow = 0;
      at += length;
      continue;
    }
    if (UNDEFINED_IN_1252.has(byte)) return "utf-8";
    strange++;
    inRow = byte >= 0xc0 ? inRow + 1 : 0;
    // Words of nothing but these are not of a script with accents.
    if (inRow >= 4) ofOtherScript += inRow === 4 ? 4 : 1;
    if (isMisplaced(byte, window[at - 1] ?? 0, window[at + 1] ?? 0)) misplaced++;
    at++;
  }
  const isPlain = strange > 0 && valid * 10 <= strange && misplaced * 10 <= strange;
  return isPlain && ofOtherScript * 5 <= strange ? "windows-1252" : "utf-8";
}

/** Whether a sign stands inside a word, or a capital behind a small letter. */
function isMisplaced(byte: number, before: number, after: number): boolean {
  if (byte >= 0xa0 || COMMON_SIGNS.has(byte) || SMALL_LETTERS.has(byte)) return false;
  const isAfterSmall = before >= 0x61 && before <= 0x7a;
  if (CAPITALS.has(byte)) return isAfterSmall;
  return (isAfterSmall || (before >= 0x41 && before <= 0x5a)) && isLetter(after);
}

const isLetter = (byte: number) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/** Bytes of the UTF-8 character at an index: 1 where there is none, 0 where the end cuts what may be one. */
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
