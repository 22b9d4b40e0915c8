import { DAMAGE, textOf } from "./code-units.ts";
import {
  type Encoding,
  findHighByte,
  findWindow,
  judgeWindow,
  LEAD_LENGTH,
  WINDOW_LENGTH,
} from "./encoding.ts";
import { createLegacyDecoder } from "./legacy-encodings.ts";

/** Where a file's bytes come from: a Node stream, a web stream, or any other async iterable. */
export type ByteSource = AsyncIterable<Uint8Array>;

const NOTHING = new Uint8Array();

/**
 * Decodes bytes to text in pieces, however long the source's own chunks are and wherever they cut a character in two.
 * Byte order marks at the start are dropped; invalid bytes become text that is not well-formed. Requests the next
 * chunk from the source only after the previous one is decoded.
 *
 * @param encoding null if no byte order mark or zero bytes reveal it; it is then detected at the first byte that is not
 *   ASCII
 * @param pieceLength the most bytes to decode at once, if the source's chunks are longer
 */
export async function* decodeText(
  source: ByteSource,
  encoding: Encoding | null,
  pieceLength: number,
): AsyncGenerator<string> {
  const decode = encoding ? createDecoder(encoding) : createJudgingDecoder();
  let isStart = true;
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += pieceLength) {
      const text = decode(chunk.subarray(start, start + pieceLength), false);
      const content: string = isStart ? withoutMarks(text) : text;
      yield content;
      isStart &&= content === "";
    }
  }
  const last = decode(NOTHING, true);
  yield isStart ? withoutMarks(last) : last;
}

/** A text without the byte order marks that it starts with: programs that add one may find one there already. */
export const withoutMarks = (text: string): string => text.replace(/^\uFEFF+/, "");

/** A text without the end-of-file characters (Ctrl-Z) that programs of DOS write behind it. */
export function withoutEndMarks(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === END_OF_FILE) end--;
  return text.slice(0, end);
}

const END_OF_FILE = 0x1a;

/** Decodes the next bytes, and buffers an incomplete character at their end for the next call. */
type Decoder = (bytes: Uint8Array, isEnd: boolean) => string;

/** Creates a decoder for the bytes of a file, to be called from the file's start. */
export function createDecoder(encoding: Encoding): Decoder {
  if (encoding !== "utf-8" && encoding !== "utf-16le" && encoding !== "utf-16be") {
    return createLegacyDecoder(encoding);
  }
  let carried: Uint8Array = NOTHING;
  return (bytes, isEnd) => {
    const whole = join(carried, bytes);
    const end = isEnd ? whole.length : endOfWholeCharacters(whole, encoding);
    carried = whole.slice(end);
    return encoding === "utf-8"
      ? decodeUtf8(whole.subarray(0, end))
      : decodeUtf16(whole.subarray(0, end), encoding === "utf-16be");
  };
}

/** Decodes leading ASCII, then detects the encoding of the rest from a window of fixed length. */
function createJudgingDecoder(): Decoder {
  let judged: Decoder | null = null;
  const window: Uint8Array[] = [];
  let length = 0;
  // The last bytes before the window, which are decoded already.
  let lead = NOTHING;
  return (bytes, isEnd) => {
    if (judged) return judged(bytes, isEnd);
    const start = length > 0 ? 0 : isAscii(bytes) ? bytes.length : findHighByte(bytes);
    const ascii = decodeUtf8(bytes.subarray(0, start));
    if (length === 0)
      lead = joinAll([lead, bytes.subarray(Math.max(0, start - LEAD_LENGTH), start)]).slice(-LEAD_LENGTH);
    window.push(bytes.slice(start));
    length += bytes.length - start;
    if (length < WINDOW_LENGTH && !isEnd) return ascii;
    const rest = joinAll(window.splice(0));
    const led = joinAll([lead, rest]);
    const at = findWindow(led, lead.length);
    judged = createDecoder(judgeWindow(led.subarray(at, at + WINDOW_LENGTH)));
    return ascii + judged(rest, isEnd);
  };
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const strict16 = new TextDecoder("utf-16le", { fatal: true, ignoreBOM: true });

/** The index at which an incomplete last character starts; the number of bytes if there is none. */
function endOfWholeCharacters(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding !== "utf-8") return bytes.length - (bytes.length % 2);
  for (let back = 1; back <= 3; back++) {
    const byte = bytes.at(-back) ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue; // not the first byte of its character
    const needed = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Whether there are as many characters as bytes. A decoder determines that faster than a loop. */
function isAscii(bytes: Uint8Array): boolean {
  try {
    return strict.decode(bytes).length === bytes.length;
  } catch {
    return false;
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeDamaged(bytes);
  }
}

/** Decodes the parts between correctly encoded U+FFFDs, so that every other U+FFFD is known to be damage. */
function decodeDamaged(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start <= bytes.length; ) {
    const end = findReplacement(bytes, start);
    parts.push(lenient.decode(bytes.subarray(start, end)).replaceAll("\uFFFD", DAMAGE));
    start = end + 3;
    if (end === bytes.length) break;
  }
  return parts.join("\uFFFD");
}

/** The index of the next three bytes that encode U+FFFD; the number of bytes if there are none. */
function findReplacement(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xef, start); at !== -1; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) return at;
  }
  return bytes.length;
}

/** Decodes UTF-16. Lone surrogates are preserved; an odd byte at the end is damage. */
function decodeUtf16(bytes: Uint8Array, isBigEndian: boolean): string {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text = isBigEndian ? decodeUnits(even, 0) : decodeLittleEndian(even);
  return even.length === bytes.length ? text : text + DAMAGE;
}

function decodeLittleEndian(bytes: Uint8Array): string {
  try {
    return strict16.decode(bytes);
  } catch {
    return decodeUnits(bytes, 1);
  }
}

/** @param high index of the more significant byte in each pair */
function decodeUnits(bytes: Uint8Array, high: 0 | 1): string {
  const units = new Uint16Array(bytes.length / 2);
  for (let index = 0; index < units.length; index++) {
    units[index] = ((bytes[2 * index + high] as number) << 8) | (bytes[2 * index + 1 - high] as number);
  }
  return textOf(units);
}

export function joinAll(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const join = (first: Uint8Array, second: Uint8Array) =>
  first.length > 0 ? joinAll([first, second]) : second;
