/** Where a file's bytes come from: a Node stream, a web stream, or any other async iterable. */
export type ByteSource = AsyncIterable<Uint8Array>;

/**
 * Stands for bytes that are not UTF-8: half a surrogate pair, which no UTF-8 text can hold. The usual U+FFFD
 * would not do, because a file may rightly hold that character.
 */
const DAMAGE = "\uDC80";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Decodes bytes to text in pieces of at most `pieceLength` bytes, however long the source's own chunks are
 * and wherever they cut a character in two. A byte order mark at the start is dropped; bytes that are not
 * UTF-8 become text that is not well-formed. Asks the source for a chunk only when the last one is used up.
 */
export async function* decodeUtf8(source: ByteSource, pieceLength: number): AsyncGenerator<string> {
  let carried = new Uint8Array();
  let isStart = true;
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += pieceLength) {
      const bytes = Buffer.concat([carried, chunk.subarray(start, start + pieceLength)]);
      const end = endOfWholeCharacters(bytes);
      carried = bytes.subarray(end);
      const text = decode(bytes.subarray(0, end));
      yield isStart ? text.replace(/^\uFEFF/, "") : text;
      isStart &&= text === "";
    }
  }
  yield decode(carried);
}

/** Where a character starts that the bytes do not hold in full; their length if there is none. */
function endOfWholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes.at(-back) ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue; // not the first byte of its character
    const needed = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function decode(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeDamaged(Buffer.from(bytes));
  }
}

/** Decodes what lies between correctly encoded U+FFFDs, so that every other one is known to be damage. */
function decodeDamaged(bytes: Buffer): string {
  const parts: string[] = [];
  for (let start = 0; start <= bytes.length; ) {
    const found = bytes.indexOf("\uFFFD", start);
    const end = found === -1 ? bytes.length : found;
    parts.push(lenient.decode(bytes.subarray(start, end)).replaceAll("\uFFFD", DAMAGE));
    start = end + 3;
    if (found === -1) break;
  }
  return parts.join("\uFFFD");
}

/** What to do with a file that Excel can show and that is not CSV text in UTF-8. */
export const SAVE_AS_UTF8 =
  "In Excel, choose File, Save As and the type “CSV UTF-8”, and import the new file.";

/** How files begin that are taken for CSV, because they are named so or look so in a spreadsheet. */
const SIGNATURES: [bytes: number[], description: string][] = [
  [[0x1f, 0x8b], "This is a compressed file (gzip). Unpack it and import the CSV file that is in it."],
  [[0x50, 0x4b, 0x03, 0x04], `This is an Excel workbook or a ZIP archive, not a CSV file. ${SAVE_AS_UTF8}`],
  [[0xd0, 0xcf, 0x11, 0xe0], `This is an Excel workbook, not a CSV file. ${SAVE_AS_UTF8}`],
];

/** Bytes of a file's start by which its kind is recognised. */
export const START_LENGTH = 8;

/**
 * Says what a file is that is not CSV text in UTF-8, and what to do with it; null if nothing is known. For
 * files that could not be read: only the start is looked at, and a CSV file may start with anything.
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
