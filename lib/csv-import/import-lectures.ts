import { setImmediate } from "node:timers/promises";
import { type Batch, batchRows, batchSize } from "./batches.ts";
import type { ByteSource } from "./decode-utf8.ts";
import type { Failure } from "./failure.ts";
import { noRows, openTable } from "./open-table.ts";

/** What became of rows: every row counts in exactly one of the four. */
export type RowCounts = { inserted: number; updated: number; unchanged: number; rejected: number };

/** Stores one batch whole or not at all, and says what became of its rows. Throws if it cannot. */
export type WriteBatch = (batch: Batch) => Promise<RowCounts>;

export type ImportProgress = RowCounts & {
  /** Data rows of the file that are done, those before `startAt` included. */
  processed: number;
};

export type ImportSummary = RowCounts & {
  ok: true;
  /** Data rows of the file: `startAt` plus the four counts. */
  total: number;
  /** Columns of the file that the catalogue does not know and that were left out. */
  ignoredColumns: string[];
};

type Options = {
  writeBatch: WriteBatch;
  onProgress?: (progress: ImportProgress) => void;
  /** Data rows written by an import that was stopped; the counts are those of the rows after them. */
  startAt?: number;
};

/**
 * Imports a CSV file of lectures: header, rows, batches, one write after the other. While a batch is written
 * the next one is read; more than the two and a piece of the file is never in memory.
 *
 * A file that cannot be read (further) is a failure with a message for the person who chose it; batches
 * before that point stay written. Errors of the source and of `writeBatch` are thrown.
 */
export async function importLectures(source: ByteSource, options: Options): Promise<ImportSummary | Failure> {
  const { writeBatch, onProgress, startAt = 0 } = options;
  const counts: RowCounts = { inserted: 0, updated: 0, unchanged: 0, rejected: 0 };
  let processed = startAt;

  const table = await openTable(source);
  if (!table.ok) return table;
  const batches = batchRows(table.rows, table.header, { startAt });
  try {
    let next = await batches.next();
    while (!next.done) {
      const batch = next.value;
      if (!batch.ok) return batch;
      const writing = writeBatch(batch);
      // Once the write is on its way. What goes wrong here is thrown in its turn, behind the write.
      const reading = setImmediate().then(() => batches.next());
      reading.catch(() => {});
      addCounts(counts, await writing, batch);
      processed += batchSize(batch);
      onProgress?.({ processed, ...counts });
      next = await reading;
    }
  } finally {
    // Closes the source, however the loop was left.
    await batches.return(undefined);
  }
  if (processed === 0) return noRows();
  return { ok: true, total: processed, ...counts, ignoredColumns: table.header.ignoredColumns };
}

function addCounts(counts: RowCounts, added: RowCounts, batch: Batch): void {
  const sum = added.inserted + added.updated + added.unchanged + added.rejected;
  if (sum !== batchSize(batch)) {
    throw new Error(
      `The batch at ${batch.position} has ${batchSize(batch)} rows, but ${sum} were accounted for`,
    );
  }
  for (const key of Object.keys(counts) as (keyof RowCounts)[]) counts[key] += added[key];
}
