/** What to do about a file that Excel shows and that is no CSV text in UTF-8. */
export const SAVE_AS_UTF8 =
  "In Excel, choose File, Save As and the type “CSV UTF-8”, and import the new file.";

/** How files begin that people take for CSV, because they are named so or look so in a spreadsheet. */
const SIGNATURES: [bytes: number[], description: string][] = [
  [[0x1f, 0x8b], "This is a compressed file (gzip). Unpack it and import the CSV file that is in it."],
  [[0x50, 0x4b, 0x03, 0x04], `This is an Excel workbook or a ZIP archive, not a CSV file. ${SAVE_AS_UTF8}`],
  [[0xd0, 0xcf, 0x11, 0xe0], `This is an Excel workbook, not a CSV file. ${SAVE_AS_UTF8}`],
];

/** Bytes of a file's start by which its kind is recognised. */
export const START_LENGTH = 8;

/**
 * Says what a file is that is no CSV text in UTF-8, and what to do about it; null if nothing is known. For
 * files that could not be read: it looks at the start alone, and a CSV file may start with anything.
 *
 * @param start the file's first `START_LENGTH` bytes, or all if there are fewer
 */
export function describeOtherKind(start: Uint8Array): string | null {
  for (const [bytes, description] of SIGNATURES) {
    if (bytes.every((byte, index) => start[index] === byte)) return description;
  }
  return isUtf16(start) ? `This file is text in UTF-16, not in UTF-8. ${SAVE_AS_UTF8}` : null;
}

/** With a byte order mark, or with NUL as every other byte, as plain letters have it. */
function isUtf16(start: Uint8Array): boolean {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return start.length === START_LENGTH && (hasNulAtEvery(start, 0) || hasNulAtEvery(start, 1));
}

function hasNulAtEvery(bytes: Uint8Array, parity: number): boolean {
  return bytes.every((byte, index) => (byte === 0) === (index % 2 === parity));
}
