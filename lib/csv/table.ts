import { z } from "zod";
import { excerpt } from "./cells.ts";
import { type ByteSource, describeOtherKind, START_LENGTH } from "./decode-utf8.ts";
import { type Column, type Columns, type Header, parseHeader } from "./header.ts";
import { type CsvRow, type Failure, failure, parseCsv } from "./parse-csv.ts";

/** A kind of file: what its rows are called in messages, its columns, and what a row becomes. */
export type TableKind<Field extends string, Value> = {
  /** Plural, as in "a file of lectures". */
  contents: string;
  columns: Columns<Field>;
  row: z.ZodType<Value>;
};

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
  { contents, columns }: TableKind<Field, unknown>,
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
  kind: TableKind<Field, unknown>,
): Promise<{ ok: true; rows: number } | Failure> {
  const table = await openTable(source, kind);
  if (!table.ok) return table;
  let rows = 0;
  for await (const row of table.rows) {
    if (!row.ok) return row;
    rows++;
  }
  return rows === 0 ? noRows() : { ok: true, rows };
}

/** What is kept of a row that is not valid. */
export type Rejection = {
  /** As a spreadsheet counts: the header is row 1. */
  rowNumber: number;
  /** As messages spell it; null when the row as a whole is at fault. */
  column: string | null;
  /** The first 200 characters of the cell, or of the row. */
  value: string;
  reason: string;
};

type ValidatedRow<Value> = { ok: true; value: Value } | { ok: false; rejection: Rejection };

/** The schema of a row: an object with a key for each column that the file has. */
export function objectOf<C extends Record<string, Column>>(columns: C) {
  const cells = Object.entries(columns).map(([field, { cell }]) => [field, cell]);
  return z.object(Object.fromEntries(cells) as { [F in keyof C]: C[F]["cell"] });
}

/** Turns a row of cells into a value, or says which cell is the first that is not valid and why. */
export function validateRow<Field extends string, Value>(
  { cells, rowNumber, problem }: CsvRow,
  { positions, width }: Header<Field>,
  { columns, row }: TableKind<Field, Value>,
): ValidatedRow<Value> {
  const reject = (column: string | null, value: string, reason: string): ValidatedRow<Value> => ({
    ok: false,
    rejection: { rowNumber, column, value: excerpt(value, 200), reason },
  });
  const rejectWhole = (reason: string) => reject(null, cells.slice(0, 200).join(","), reason);
  if (problem) return rejectWhole(problem);
  if (cells.length !== width) return rejectWhole(`${cells.length} cells found, ${width} expected`);

  const record: Record<string, string | undefined> = {};
  for (const field in positions) record[field] = cells[positions[field] as number];
  const result = row.safeParse(record);
  if (result.success) return { ok: true, value: result.data };
  const issue = result.error.issues[0];
  const field = issue?.path[0] as Field;
  return reject(columns[field].names[0], record[field] ?? "", issue?.message ?? "");
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
