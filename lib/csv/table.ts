import { type ByteSource, describeOtherKind, START_LENGTH } from "./decode-utf8.ts";
import { type Columns, type Header, parseHeader } from "./header.ts";
import { type CsvRow, type Failure, failure, parseCsv } from "./parse-csv.ts";

/** What opening a file needs to know of its kind. */
type Expected<Field extends string> = { contents: string; columns: Columns<Field> };

/** A file whose first row names the columns. */
export type Table<Field extends string> = {
  ok: true;
  header: Header<Field>;
  /** The rows below the header, to be read to their end or closed with `return`. */
  rows: AsyncGenerator<CsvRow | Failure>;
};

/**
 * Opens a file and reads its header. Where that fails, the source is closed, and the message says what the
 * file is if it is of another well-known kind. Errors of the source are thrown.
 */
export async function openTable<Field extends string>(
  source: ByteSource,
  { contents, columns }: Expected<Field>,
): Promise<Table<Field> | Failure> {
  const file = keepStart(source);
  const rows = parseCsv(file.bytes(), { contents });
  const { value: first } = await rows.next();
  const header = readHeader(first ?? null, columns);
  if (header.ok) return { ok: true, header, rows };
  await rows.return(undefined);
  const otherKind = describeOtherKind(file.start());
  return otherKind ? failure(otherKind) : header;
}

/**
 * Reads a file to its end without validating its cells. What would make reading it fail later is found before
 * any of its rows is used.
 *
 * @returns the number of rows below the header, or the failure that reading it would end with
 * @throws errors of the source
 */
export async function countRows<Field extends string>(
  source: ByteSource,
  expected: Expected<Field>,
): Promise<{ ok: true; rows: number } | Failure> {
  const table = await openTable(source, expected);
  if (!table.ok) return table;
  let rows = 0;
  for await (const row of table.rows) {
    if (!row.ok) return row;
    rows++;
  }
  return rows === 0 ? noRows() : { ok: true, rows };
}

/** For a file that has column names and nothing else. */
export function noRows(): Failure {
  return failure("The file has no rows below its column names.");
}

function readHeader<Field extends string>(
  first: CsvRow | Failure | null,
  columns: Columns<Field>,
): Header<Field> | Failure {
  if (!first) return failure("The file is empty.");
  if (!first.ok) return first;
  if (first.problem) return failure(`The file's first row cannot be read: ${first.problem}.`);
  return parseHeader(first.cells, columns);
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
