import type { ByteSource } from "./decode-utf8.ts";
import { type Failure, failure } from "./failure.ts";
import { describeOtherKind, START_LENGTH } from "./file-kinds.ts";
import { type Header, parseHeader } from "./header.ts";
import { type CsvRow, parseCsv } from "./parse-csv.ts";

/** A file whose first row names the columns. */
export type Table = {
  ok: true;
  header: Header;
  /** What stands below the header, to be read to its end or closed with `return`. */
  rows: AsyncGenerator<CsvRow | Failure>;
};

/**
 * Opens a file of lectures and reads its header. Where that fails, the source is closed, and the message says
 * what the file is if it is a well-known kind of another. Errors of the source are thrown.
 */
export async function openTable(source: ByteSource): Promise<Table | Failure> {
  const file = keepStart(source);
  const rows = parseCsv(file.bytes());
  const { value: first } = await rows.next();
  const header = readHeader(first ?? null);
  if (header.ok) return { ok: true, header, rows };
  await rows.return(undefined);
  const otherKind = describeOtherKind(file.start());
  return otherKind ? failure(otherKind) : header;
}

/** For a file that has column names and nothing else: whoever chose it expects something to be imported. */
export function noRows(): Failure {
  return failure("The file has no rows below its column names.");
}

function readHeader(first: CsvRow | Failure | null): Header | Failure {
  if (!first) return failure("The file is empty.");
  if (!first.ok) return first;
  if (first.problem) return failure(`The file's first row cannot be read: ${first.problem}.`);
  return parseHeader(first.cells);
}

/** Hands bytes on as they come, and keeps the first of them. */
function keepStart(source: ByteSource) {
  let start = Buffer.alloc(0);
  async function* bytes() {
    for await (const chunk of source) {
      const lacking = START_LENGTH - start.length;
      if (lacking > 0) start = Buffer.concat([start, chunk.subarray(0, lacking)]);
      yield chunk;
    }
  }
  return { bytes, start: () => start };
}
