import { type Failure, failure } from "./failure.ts";
import type { Header } from "./header.ts";
import type { CsvRow } from "./parse-csv.ts";
import { type ImportedLecture, parseRow, type Rejection } from "./row-schema.ts";

/** Rows that are written together, in the file's order. */
export type Batch = {
  ok: true;
  /** Data rows of the file before this batch (the header and blank lines are none). */
  position: number;
  lectures: ImportedLecture[];
  rejections: Rejection[];
};

type Options = {
  /** Data rows to pass over, because they were written before. */
  startAt?: number;
  /** Rows in a batch at most. The database takes no more than 1,000. */
  size?: number;
};

/** A batch of very long rows ends early: characters of the file that it may take up. */
const LENGTH_LIMIT = 2 * 1024 * 1024;

/**
 * Checks data rows and gathers them into batches. Every row ends up in exactly one of them, as a lecture or
 * as a rejection. A failure of the file comes last, behind the rows that were read before it.
 */
export async function* batchRows(
  rows: AsyncIterable<CsvRow | Failure>,
  header: Header,
  { startAt = 0, size = 1000 }: Options = {},
): AsyncGenerator<Batch | Failure> {
  let seen = 0;
  let length = 0;
  let batch = emptyBatch(startAt);
  for await (const row of rows) {
    if (!row.ok) {
      if (batchSize(batch) > 0) yield batch;
      yield row;
      return;
    }
    if (++seen <= startAt) continue;
    const result = parseRow(row, header);
    if (result.ok) batch.lectures.push(result.lecture);
    else batch.rejections.push(result.rejection);
    length += row.length;
    if (batchSize(batch) < size && length < LENGTH_LIMIT) continue;
    yield batch;
    batch = emptyBatch(seen);
    length = 0;
  }
  if (seen < startAt) yield failure(`The file has ${seen} rows, of which ${startAt} were imported before.`);
  if (batchSize(batch) > 0) yield batch;
}

/** Rows in a batch, both kinds. */
export function batchSize(batch: Batch): number {
  return batch.lectures.length + batch.rejections.length;
}

function emptyBatch(position: number): Batch {
  return { ok: true, position, lectures: [], rejections: [] };
}
