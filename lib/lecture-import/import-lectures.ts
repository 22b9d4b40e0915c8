import type { ByteSource } from "../csv/decode-text.ts";
import type { Header } from "../csv/header.ts";
import { type CsvRow, type Failure, failure } from "../csv/parse-csv.ts";
import { createRowReader, noRows, openTable, type Rejection, type TableOptions } from "../csv/table.ts";
import { nextTurn } from "../next-turn.ts";
import { COLUMN_NAMES, type Field, type ImportedLecture, lectureTable } from "./columns.ts";

/** Rows that are written together, in the file's order. */
export type Batch = {
  ok: true;
  /** Rows of the file before this batch (the header and blank lines do not count). */
  position: number;
  lectures: ImportedLecture[];
  rejections: Rejection[];
};

/** The results of rows: every row counts in exactly one of the four. */
export type RowCounts = { inserted: number; updated: number; unchanged: number; rejected: number };

/** Stores one batch completely or not at all, and returns the results of its rows. Throws if it fails. */
export type WriteBatch = (batch: Batch) => Promise<RowCounts>;

type ImportProgress = RowCounts & {
  /** Rows of the file that are done, including those before `startAt`. */
  processed: number;
};

export type ImportSummary = RowCounts & {
  ok: true;
  /** Rows of the file: `startAt` plus the four counts. */
  total: number;
  /** Columns of the file that are not in the catalogue and were ignored. */
  ignoredColumns: string[];
};

/** How batches are formed and written. */
export type BatchOptions = {
  writeBatch: WriteBatch;
  /** The part of writing a batch that can be done while the previous batch is being written. */
  prepareBatch?: (batch: Batch) => void;
  /** Rows in a batch; 1,000 by default. */
  batchSize?: number;
  /** Rows that an interrupted import has already written; the counts cover only the rows after them. */
  startAt?: number;
  /** Receives the lecture of each valid row before `startAt`. */
  onSkipped?: (lecture: ImportedLecture) => void;
  /** Fields without a column in the file that are to be cleared in its lectures; other such fields are unchanged. */
  emptied?: readonly Field[];
};

const BATCH_SIZE = 1000;

/** The most characters of the file in one batch: a batch of very long rows ends early. */
const LENGTH_LIMIT = 2 * 1024 * 1024;

/**
 * Imports a file of lectures: rows are validated, collected in batches, and written one batch after the other.
 * The next batch is read while one is being written; memory never holds more than these two and a piece of the
 * file.
 *
 * If the file cannot be read (further), the result is a failure with a message for the person who chose it; batches
 * before that point remain written. Errors of the source and of `writeBatch` are thrown.
 */
export async function importLectures(
  source: ByteSource,
  options: TableOptions<Field> & BatchOptions & { onProgress?: (progress: ImportProgress) => void },
): Promise<ImportSummary | Failure> {
  const { writeBatch, prepareBatch, onProgress, startAt = 0, fields, emptied = [] } = options;
  const counts: RowCounts = { inserted: 0, updated: 0, unchanged: 0, rejected: 0 };
  let processed = startAt;

  const table = await openTable(source, lectureTable, { fields });
  if (!table.ok) return table;
  const present = emptied.filter((field) => table.header.positions[field] !== undefined);
  if (present.length > 0) {
    await table.rows.return(undefined);
    const names = present.map((field) => COLUMN_NAMES[field]).join(", ");
    return failure(`The file was to have no column for ${names}, and has one.`);
  }
  const batches = batchRows(table.rows, table.header, options);
  const readNext = async () => {
    const next = await batches.next();
    if (!next.done && next.value.ok) prepareBatch?.(next.value);
    return next;
  };
  try {
    let next = await readNext();
    while (!next.done) {
      const batch = next.value;
      if (!batch.ok) return batch;
      const writing = writeBatch(batch);
      // Starts after the write request was sent. A read error is thrown only after the write has finished.
      const reading = nextTurn().then(readNext);
      reading.catch(() => {});
      addCounts(counts, await writing, batch);
      processed += batchSize(batch);
      onProgress?.({ processed, ...counts });
      next = await reading;
    }
  } finally {
    // Closes the source, however the loop ended.
    await batches.return(undefined);
  }
  if (processed === 0) return noRows();
  return { ok: true, total: processed, ...counts, ignoredColumns: table.header.ignoredColumns };
}

/**
 * Validates rows and collects them in batches. Every row is in exactly one batch, as a lecture or as a rejection.
 * A failure of the file is yielded last, after the rows that were read before it.
 *
 * @param options.startAt number of rows to skip, because they were written before
 * @param options.onSkipped receives the lectures of these rows
 * @param options.emptied fields without a column that are set to null in every lecture
 */
export async function* batchRows(
  rows: AsyncIterable<CsvRow[] | Failure>,
  header: Header<Field>,
  {
    startAt = 0,
    onSkipped,
    emptied = [],
    batchSize: maxSize = BATCH_SIZE,
  }: Pick<BatchOptions, "startAt" | "onSkipped" | "emptied" | "batchSize"> = {},
): AsyncGenerator<Batch | Failure> {
  const readRow = createRowReader(header, lectureTable);
  const nothing = Object.fromEntries(emptied.map((field) => [field, null]));
  const read = (row: CsvRow) => {
    const result = readRow(row);
    return result.ok && emptied.length > 0 ? { ...result, value: { ...result.value, ...nothing } } : result;
  };
  let seen = 0;
  let length = 0;
  let batch = emptyBatch(startAt);
  for await (const piece of rows) {
    if (!Array.isArray(piece)) {
      if (batchSize(batch) > 0) yield batch;
      yield piece;
      return;
    }
    for (const row of piece) {
      if (++seen <= startAt) {
        const skipped = onSkipped && read(row);
        if (skipped?.ok) onSkipped?.(skipped.value);
        continue;
      }
      const result = read(row);
      if (result.ok) batch.lectures.push(result.value);
      else batch.rejections.push(result.rejection);
      length += row.length;
      if (batchSize(batch) < maxSize && length < LENGTH_LIMIT) continue;
      yield batch;
      batch = emptyBatch(seen);
      length = 0;
    }
  }
  if (seen < startAt) yield failure(`The file has ${seen} rows, of which ${startAt} were imported before.`);
  if (batchSize(batch) > 0) yield batch;
}

/** Rows in a batch, valid and rejected. */
export function batchSize(batch: Batch): number {
  return batch.lectures.length + batch.rejections.length;
}

function emptyBatch(position: number): Batch {
  return { ok: true, position, lectures: [], rejections: [] };
}

function addCounts(counts: RowCounts, added: RowCounts, batch: Batch): void {
  const sum = added.inserted + added.updated + added.unchanged + added.rejected;
  const size = batchSize(batch);
  if (sum !== size) {
    throw new Error(`The batch at ${batch.position} has ${size} rows, but ${sum} were accounted for`);
  }
  for (const key of Object.keys(counts) as (keyof RowCounts)[]) counts[key] += added[key];
}
