/** The character encoding of a file. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Number of bytes that are examined, starting at the first one that is not ASCII. */
export const WINDOW_LENGTH = 64 * 1024;

/**
 * The encoding that a file's first bytes reveal: by a byte order mark, or in UTF-16 by the zero bytes of plain
 * letters. Null if they do not; the file is then in UTF-8 or in Windows-1252 (`judgeWindow`).
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

/** Bytes of 0x80 to 0x9F for signs that are normal between letters or at a word's end: … ’ – — */
const COMMON_SIGNS = new Set([0x85, 0x92, 0x96, 0x97]);
const SMALL_LETTERS = new Set([0x9a, 0x9c, 0x9e]);
const CAPITALS = new Set([0x8a, 0x8c, 0x8e, 0x9f]);
export const UNDEFINED_IN_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Distinguishes Windows-1252 from UTF-8 by `WINDOW_LENGTH` bytes (or as many as there are) from the first one that is
 * not ASCII. The result is Windows-1252 only if that is plain: hardly any bytes form a UTF-8 character, every byte is
 * defined, and those that are not ASCII occur where accents, quotation marks and dashes do. So neither UTF-8 with
 * some damage nor a file in an encoding of DOS, the Macintosh or another script is mistaken for Windows-1252.
 *
 * @param isCut whether the window may end in the middle of a character
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
    // A run of four or more such bytes suggests a word of a non-Latin script rather than accented letters.
    if (inRow >= 4) ofOtherScript += inRow === 4 ? 4 : 1;
    if (isMisplaced(byte, window[at - 1] ?? 0, window[at + 1] ?? 0)) misplaced++;
    at++;
  }
  const isPlain = strange > 0 && valid * 10 <= strange && misplaced * 10 <= strange;
  return isPlain && ofOtherScript * 5 <= strange ? "windows-1252" : "utf-8";
}

/** Whether a sign is inside a word, or a capital letter directly follows a small one. */
function isMisplaced(byte: number, before: number, after: number): boolean {
  if (byte >= 0xa0 || COMMON_SIGNS.has(byte) || SMALL_LETTERS.has(byte)) return false;
  const isAfterSmall = before >= 0x61 && before <= 0x7a;
  if (CAPITALS.has(byte)) return isAfterSmall;
  return (isAfterSmall || (before >= 0x41 && before <= 0x5a)) && isLetter(after);
}

const isLetter = (byte: number) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

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
