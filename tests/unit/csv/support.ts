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
