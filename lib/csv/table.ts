import { type Cell, excerpt, Refusal } from "./cells.ts";
import { type ByteSource, joinAll } from "./decode-text.ts";
import { findMarkedEncoding } from "./encoding.ts";
import { describeOtherKind } from "./file-kinds.ts";
import { type FileFormat, findFormat, START_LENGTH } from "./format.ts";
import {
  type Column,
  type Columns,
  createNameFinder,
  type FieldChoice,
  type Header,
  type HeaderOptions,
  nameless,
  nameRow,
  parseHeader,
  showName,
} from "./header.ts";
import { type CsvRow, type Failure, failure, parseCsv } from "./parse-csv.ts";
import { restoreFormula } from "./serialise-csv.ts";

/** A kind of file: the name of its contents in messages, its columns, and how a row becomes a value. */
export type TableKind<Field extends string, Value> = {
  /** Plural, as in "a file of lectures". */
  contents: string;
  columns: Columns<Field>;
  /** Converts a row in which each cell is valid by itself. */
  read: (cells: Partial<Record<Field, unknown>>) => Value | WrongCell<Field>;
  /** Where a person can say which column is which, as a sentence for messages. */
  advice?: string;
  /** Fields that identify what a row is about; if given, they are reported for rejected rows too. */
  key?: readonly Field[];
};

/** A cell that is not valid in combination with the other cells of its row. */
export class WrongCell<Field extends string> {
  readonly field: Field;
  readonly reason: string;

  constructor(field: Field, reason: string) {
    this.field = field;
    this.reason = reason;
  }
}

/** The cells of a row, with a key for each column that the file has. */
export type CellsOf<C extends Record<string, Column>> = {
  [F in keyof C as C[F] extends { isOptional: true } ? never : F]: ValueOf<C[F]>;
} & { [F in keyof C as C[F] extends { isOptional: true } ? F : never]?: ValueOf<C[F]> | undefined };

type ValueOf<C extends Column> = C["cell"] extends Cell<infer Value> ? Value : never;

/** An opened file with a header row. */
type Table<Field extends string> = {
  ok: true;
  header: Header<Field>;
  format: FileFormat;
  /** The rows below the header, in lists as from `parseCsv`; read them to the end or call `return`. */
  rows: AsyncGenerator<CsvRow[] | Failure>;
};

export type TableOptions<Field extends string> = {
  /** The user's choices by column index; an undefined entry is decided by the column's name. */
  fields?: readonly FieldChoice<Field>[] | undefined;
};

/**
 * Opens a file, detects its format, and reads its header. If that fails, the source is closed, and the message
 * names the kind of file if it is another well-known one. Errors of the source are thrown.
 */
export async function openTable<Field extends string>(
  source: ByteSource,
  { contents, columns, advice }: TableKind<Field, unknown>,
  { fields }: TableOptions<Field> = {},
): Promise<Table<Field> | Failure> {
  const file = await readStart(source);
  const close = async (failed: Failure) => {
    await file.rest.return?.();
    return failed;
  };
  const otherKind = describeOtherKind(file.start);
  if (otherKind) return close(failure(otherKind));
  const encoding = findMarkedEncoding(file.start);
  const { format } = findFormat(file.start, columns, file.isWhole);
  /** The columns that are read, once the header is. */
  let positions: number[] = [];
  const needed = Object.values<Column>(columns).filter(({ isOptional }) => !isOptional).length;
  // Boxes to tick, for one. A row with as many cells as a lecture needs may be one in other columns: it is rejected.
  const isEmpty = (cells: string[]) =>
    positions.length > 0 &&
    positions.every((index) => (cells[index] ?? "").trim() === "") &&
    cells.filter((cell) => cell.trim() !== "").length < needed;
  const rows = parseCsv(bytesOf(file), { ...format, contents, encoding, isTable: true, isEmpty });
  const readNext = async () => {
    const { value = null } = await rows.next();
    return Array.isArray(value) ? (value[0] ?? null) : value;
  };
  let first = await readNext();
  while (first?.ok && first.rowNumber < format.headerRow) first = await readNext();
  const header = readHeader(first, columns, { fields, headerRow: format.headerRow, advice });
  if (!header.ok) {
    await rows.return(undefined);
    return header;
  }
  positions = Object.values<number>(header.positions as Record<Field, number>);
  return { ok: true, header, format, rows };
}

type OpenedFile = {
  start: Uint8Array;
  isWhole: boolean;
  /** The chunks that were read to get the start; they may extend a little beyond it. */
  chunks: Uint8Array[];
  rest: AsyncIterator<Uint8Array>;
};

/** Reads as much of a file as is needed to detect its format. */
async function readStart(source: ByteSource): Promise<OpenedFile> {
  const rest = source[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  while (length < START_LENGTH && !isWhole) {
    const next = await rest.next();
    if (next.done) isWhole = true;
    else {
      chunks.push(next.value);
      length += next.value.length;
    }
  }
  return { start: joinAll(chunks).subarray(0, START_LENGTH), isWhole, chunks, rest };
}

async function* bytesOf({ chunks, rest }: OpenedFile): AsyncGenerator<Uint8Array> {
  try {
    for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) yield chunk;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/**
 * Reads a file to its end without validating its cells, to find anything that makes it unreadable before any of its
 * rows is used.
 *
 * @param options.onRow receives each row below the header
 * @returns the number of rows below the header and the names of the columns that match no field, or the failure that
 *   reading it would end with
 * @throws errors of the source
 */
export async function countRows<Field extends string>(
  source: ByteSource,
  kind: TableKind<Field, unknown>,
  { onRow, ...options }: TableOptions<Field> & { onRow?: (row: CsvRow, header: Header<Field>) => void } = {},
): Promise<{ ok: true; rows: number; ignoredColumns: string[] } | Failure> {
  const table = await openTable(source, kind, options);
  if (!table.ok) return table;
  const { width, fullWidth, ignoredColumns } = table.header;
  /** Columns behind the last one with a name that are not empty. */
  const filled = new Set<number>();
  let rows = 0;
  for await (const read of table.rows) {
    if (!Array.isArray(read)) return read;
    rows += read.length;
    for (const row of read) {
      for (let index = width; index < Math.min(fullWidth, row.cells.length); index++)
        if (row.cells[index]?.trim()) filled.add(index);
      onRow?.(row, table.header);
    }
  }
  if (rows === 0) return noRows();
  const behind = [...filled].sort((a, b) => a - b).map(nameless);
  return { ok: true, rows, ignoredColumns: [...ignoredColumns, ...behind] };
}

/** What is reported about a row that is not valid. */
export type Rejection = {
  /** As in a spreadsheet. */
  rowNumber: number;
  /** All its faults, in the order of the columns. */
  faults: Fault[];
  /** The values of the key fields, if the kind of file has a key and all of them are valid. */
  about?: Record<string, unknown>;
};

type Fault = {
  /** The column's name as in messages; null if the row as a whole is faulty. */
  column: string | null;
  /** The first 200 characters of the cell, or of the row. */
  value: string;
  reason: string;
};

const NAMES_AGAIN = "the names of the columns once more";

/** Whether a text is the reason for rejecting a row that names the columns once more. */
export const isAboutNames = (reason: string) => reason === NAMES_AGAIN;

/** Among how many cells of a row the name of a column is looked for. */
const NAMED_CELLS = 100;

type ReadRow<Value> = { ok: true; value: Value } | { ok: false; rejection: Rejection };

/**
 * Creates a function that converts rows of cells into values, or reports which cells are not valid and why.
 * Apostrophes that keep a spreadsheet from running a cell as a formula are removed first.
 *
 * A cell with the same text as in the previous row is not parsed again: most of a row is about its course.
 */
export function createRowReader<Field extends string, Value>(
  header: Header<Field>,
  { columns, read, key }: TableKind<Field, Value>,
): (row: CsvRow) => ReadRow<Value> {
  const readers = (Object.keys(columns) as Field[])
    .filter((field) => field in header.positions)
    .map((field) => {
      const { cell } = columns[field];
      return { field, cell, index: header.positions[field] as number, raw: "", value: cell("") };
    });
  const required = readers.filter(({ field }) => !columns[field].isOptional);
  /** The header that the rows are below; null below one that names other columns. */
  let current: Header<Field> | null = header;
  /** The number of cells up to the last one that a row must have. */
  let needed = 1 + Math.max(...required.map(({ index }) => index));
  const faultIn = (field: Field, cells: string[], reason: string) => {
    const raw = cells[current?.positions[field] as number] ?? "";
    return faultOf(columns[field].names[0], restoreFormula(raw), reason);
  };

  const reject = ({ rowNumber }: CsvRow, faults: Fault[]): ReadRow<Value> => ({
    ok: false,
    rejection: { rowNumber, faults },
  });
  const rejectWhole = (row: CsvRow, reason: string) =>
    reject(row, [faultOf(null, row.cells.slice(0, 200).join(","), reason)]);

  const byName = parseHeader(header.names, columns);
  /** Whether no column was chosen by hand. */
  const isByName =
    byName.ok &&
    Object.keys(byName.positions).length === readers.length &&
    readers.every(({ field, index }) => byName.positions[field] === index);
  const hasName = createNameFinder(columns[required[0]?.field as Field]);

  /**
   * Rejects a row that names the columns once more, as where files were joined, and reads the rows below as it says.
   */
  function rejectHeader(row: CsvRow): ReadRow<Value> | null {
    const { cells } = row;
    const isSame =
      header.names.every((name, index) => name === showName(cells[index] ?? "")) &&
      cells.slice(header.names.length).every((cell) => cell.trim() === "");
    if (!isSame && !(isByName && hasName(cells.slice(0, NAMED_CELLS)))) return null;
    const named = isSame ? header : parseHeader(cells, columns);
    if (!named.ok) return null;
    const { positions } = named;
    const isAlike =
      Object.keys(positions).length === readers.length && readers.every(({ field }) => field in positions);
    current = isAlike ? named : null;
    if (!isAlike)
      return rejectWhole(row, "names other columns than the header; import what is below by itself");
    for (const reader of readers) reader.index = positions[reader.field] as number;
    needed = 1 + Math.max(...required.map(({ index }) => index));
    return rejectWhole(row, NAMES_AGAIN);
  }
  // Copied for each row: an object whose fields are added one by one uses more memory.
  const blank = Object.fromEntries(readers.map(({ field }) => [field, null])) as Partial<
    Record<Field, unknown>
  >;

  return (row) => {
    const { cells, problem } = row;
    if (problem) return rejectWhole(row, problem);
    if (!current) return rejectHeader(row) ?? rejectWhole(row, "below a row that names other columns");
    if (!fits(row, current, needed))
      return rejectHeader(row) ?? rejectWhole(row, describeWidth(cells.length, current.width));

    const record = { ...blank };
    let isValid = true;
    for (const reader of readers) {
      const raw = cells[reader.index] ?? "";
      if (raw !== reader.raw) {
        reader.raw = raw;
        reader.value = reader.cell(restoreFormula(raw));
      }
      record[reader.field] = reader.value;
      if (reader.value instanceof Refusal) isValid = false;
    }
    if (isValid) {
      const value = read(record);
      return value instanceof WrongCell
        ? reject(row, [faultIn(value.field as Field, cells, value.reason)])
        : { ok: true, value };
    }
    const asHeader = rejectHeader(row);
    if (asHeader) return asHeader;
    const faults = readers.flatMap(({ field, value }) =>
      value instanceof Refusal ? [faultIn(field, cells, value.reason)] : [],
    );
    if (!key || key.some((field) => record[field] instanceof Refusal)) return reject(row, faults);
    const about = Object.fromEntries(key.map((field) => [field, record[field]]));
    return { ok: false, rejection: { rowNumber: row.rowNumber, faults, about } };
  };
}

const describeWidth = (found: number, expected: number) =>
  `${found} ${found === 1 ? "cell" : "cells"} found, ${expected} expected`;

/** Whether a text is the reason for rejecting a row with too few or too many cells. */
export function isAboutWidth(reason: string): boolean {
  const [found = 0, expected = 0] = reason.match(/\d+/g)?.map(Number) ?? [];
  return reason === describeWidth(found, expected);
}

/**
 * Accepts extra empty cells, a missing last one, or several that are missing in a block of Excel's, as far as none of
 * them has to be there. In other rows cells may be shifted.
 */
function fits<Field extends string>(
  { cells, isOfShortBlock }: CsvRow,
  { width, fullWidth }: Header<Field>,
  needed: number,
): boolean {
  if (cells.length <= fullWidth)
    return cells.length >= width - 1 || (isOfShortBlock === true && cells.length >= needed);
  return cells.slice(fullWidth).every((cell) => cell.trim() === "");
}

/** A fault of a cell, or of the whole row if `column` is null. */
export function faultOf(column: string | null, value: string, reason: string): Fault {
  return { column, value: excerpt(value, 200), reason };
}

/** The failure for a file that has column names and nothing else. */
export function noRows(): Failure {
  return failure("The file has no rows below its column names.");
}

/** Reads the row that names the columns; `row` is null if the file has no rows. */
function readHeader<Field extends string>(
  row: Pick<CsvRow, "ok" | "problem" | "cells"> | Failure | null,
  columns: Columns<Field>,
  options: HeaderOptions<Field> & { headerRow: number },
): Header<Field> | Failure {
  if (!row) return failure("The file is empty.");
  if (!row.ok) return row;
  if (row.problem) return failure(`${nameRow(options.headerRow)} cannot be read: ${row.problem}.`);
  return parseHeader(row.cells, columns, options);
}
