import type { LegacyEncoding } from "../../../lib/csv/legacy-encodings.ts";
import { parseCsv } from "../../../lib/csv/parse-csv.ts";

/** A file's bytes in chunks of `size`. */
export async function* bytesOf(content: string | Uint8Array, size = 64): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** All rows of a file, including the failure with which reading may end. */
export async function readRows(...file: Parameters<typeof parseCsv>) {
  return (await collect(parseCsv(...file))).flat();
}

const tables = new Map<LegacyEncoding, Map<string, number[]>>();

/** The bytes of each character of an encoding: one, or two in the encodings of Asia. */
function tableOf(encoding: LegacyEncoding): Map<string, number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, number[]>();
  for (let first = 0xff; first > 0x80 && !/^(windows|iso)-/.test(encoding); first--) {
    for (let second = 0x40; second < 0xff; second++) {
      table.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
    }
  }
  for (let byte = 0xff; byte >= 0; byte--) table.set(decoder.decode(Uint8Array.of(byte)), [byte]);
  tables.set(encoding, table);
  return table;
}

/** A text in a legacy encoding. */
export function encode(text: string, encoding: LegacyEncoding): Uint8Array<ArrayBuffer> {
  const table = tableOf(encoding);
  return Uint8Array.from([...text].flatMap((character) => table.get(character) ?? Number.NaN));
}
