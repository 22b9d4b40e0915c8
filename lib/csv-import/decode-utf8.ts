/** Where a file's bytes come from: a Node stream, a web stream, or any other async iterable. */
export type ByteSource = AsyncIterable<Uint8Array>;

/**
 * Stands for bytes that are not UTF-8: half a surrogate pair, which no UTF-8 text can hold. The usual U+FFFD
 * would not do, since a file may hold that character rightly (one preset lecture has it in its title).
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

/** Decodes what lies between well-spelt U+FFFDs, so that every other one is known to be damage. */
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
