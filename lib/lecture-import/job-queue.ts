import type { Client } from "../supabase/client.ts";
import type { Database } from "../supabase/database.types.ts";
import { toError, unwrap } from "../supabase/responses.ts";
import type { ImportedLecture } from "./columns.ts";
import { type DigestedRow, EarlierRows, joinDigests, type SortedRows } from "./earlier-rows.ts";
import type { Batch, BatchOptions, RowCounts, WriteBatch } from "./import-lectures.ts";

// One function for each verb of the queue in the migration of the imports, which says what becomes of a job
// when its worker dies. The client of each holds the secret key: the functions are closed to every account.

export type JobRow = Database["public"]["Tables"]["import_jobs"]["Row"];

/** A job and the worker that holds its lease. */
export type ClaimedJob = { row: JobRow; worker: string };

type HeldJob = { row: Pick<JobRow, "id">; worker: string };

/** The job has gone to another worker; this one may write nothing more. */
export class LostJobError extends Error {
  override name = "LostJobError";
}

/** The SQLSTATE by which the database refuses a worker whose job has gone to another. */
const LOST = "55006";

/**
 * Takes a job that no worker holds: the one named, or the oldest; null where there is none.
 * @param options.leaseSeconds how long the job stays with a worker that is not heard of; 15 where not given
 */
export async function claimJob(
  client: Client,
  { jobId, leaseSeconds }: { jobId?: string; leaseSeconds?: number } = {},
): Promise<ClaimedJob | null> {
  const worker = crypto.randomUUID();
  const claim = {
    p_worker: worker,
    ...(jobId && { p_job: jobId }),
    ...(leaseSeconds && { p_lease_seconds: leaseSeconds }),
  };
  const [row] = unwrap(await client.rpc("claim_import_job", claim), "The next import");
  return row ? { row, worker } : null;
}

/**
 * Writes batches of a job: rows, rejections and the job's position, in one transaction, which also renews the
 * lease. A batch that does not begin at the job's position is refused, so that no row goes in twice.
 * A refusal is thrown, as a `LostJobError` where another worker has the job.
 */
export function createBatchWriter(client: Client, job: HeldJob): WriteBatch {
  return async (batch) =>
    countsOf(await client.rpc("write_import_batch", batchOf(job, batch)), batch.position);
}

/** Digests are short: a check asks the database more seldom. */
const CHECKED_ROWS = 4000;

/**
 * Compares batches of a check as `createBatchWriter` would write them, and writes nothing but what it has found. Rows about a
 * lecture that the file has had in an earlier batch are compared with that: the catalogue knows nothing of it. Of the others
 * digests are sent, and whole rows only where the database asks for them.
 * Batches before the job's position have been compared by an earlier worker and are only remembered.
 */
export function createBatchChecker(
  client: Client,
  job: ClaimedJob,
): Required<Pick<BatchOptions, "writeBatch" | "prepareBatch" | "batchSize">> {
  const earlier = new EarlierRows();
  const sorted = new WeakMap<Batch, SortedRows>();
  const prepareBatch = (batch: Batch) => void sorted.set(batch, earlier.takeOut(batch.lectures));
  const writeBatch: WriteBatch = async (batch) => {
    const { single, repeated, updated, unchanged } = sorted.get(batch) as SortedRows;
    if (batch.position < job.row.processed_rows) {
      const inserted = single.length + repeated.length;
      return { inserted, updated, unchanged, rejected: batch.rejections.length };
    }
    const compare = async (digested: DigestedRow[], whole: ImportedLecture[]): Promise<RowCounts> => {
      const compared = await client.rpc("check_import_batch", {
        ...batchOf(job, { ...batch, lectures: whole }),
        p_digests: joinDigests(digested),
        p_fields: JSON.stringify(Object.keys(batch.lectures[0] ?? {})),
        p_updated_again: updated,
        p_unchanged_again: unchanged,
        p_rejected_keys: JSON.stringify(batch.rejections.flatMap(({ about = [] }) => about)),
      });
      const { wanted, ...counts } = countsOf(compared, batch.position);
      if (!wanted) return counts;
      const places = new Set(wanted);
      const asked = digested.filter((_, index) => places.has(index + 1));
      const rest = digested.filter((_, index) => !places.has(index + 1));
      return compare(rest, [...whole, ...asked.map(({ lecture }) => lecture)]);
    };
    return compare(single, repeated);
  };
  return { prepareBatch, writeBatch, batchSize: CHECKED_ROWS };
}

/** What became of changes that an undo took back; `inserted` are lectures that had been removed. */
export type UndoCounts = RowCounts & { removed: number };

/** Takes the next changes back, in one transaction with the job's position. Refusals as of `createBatchWriter`. */
export async function writeUndoBatch(
  client: Client,
  { row, worker }: HeldJob,
  position: number,
): Promise<UndoCounts> {
  const batch = { p_job: row.id, p_worker: worker, p_position: position };
  return countsOf(await client.rpc("write_undo_batch", batch), position);
}

/**
 * Removes the next lectures that were missing in a job's file, once its rows are in. Those that stay are `unchanged`. Refusals
 * as of `createBatchWriter`.
 */
export async function removeMissingBatch(
  client: Client,
  { row, worker }: HeldJob,
  position: number,
): Promise<{ removed: number; unchanged: number }> {
  const batch = { p_job: row.id, p_worker: worker, p_position: position };
  return countsOf(await client.rpc("remove_missing_batch", batch), position);
}

function batchOf({ row, worker }: HeldJob, { position, lectures, rejections }: Batch) {
  const rejected = rejections.flatMap(({ rowNumber, faults }) =>
    faults.map(({ column, value, reason }, index) => ({
      row_number: rowNumber,
      fault_number: index + 1,
      column_name: column,
      value,
      reason,
    })),
  );
  return {
    p_job: row.id,
    p_worker: worker,
    p_position: position,
    p_rows: JSON.stringify(lectures),
    p_rejected: JSON.stringify(rejected),
  };
}

type Answer<Counts> = {
  data: Counts[] | null;
  error: { message: string; code: string } | null;
  status: number;
};

function countsOf<Counts>({ data, error, status }: Answer<Counts>, position: number): Counts {
  const counts = data?.[0];
  if (counts) return counts;
  const message = `Rows from ${position} on were not stored`;
  if (!error) throw new Error(`${message}: no answer`);
  throw error.code === LOST ? new LostJobError(message) : toError({ status, error }, message);
}

/**
 * Keeps a job for its worker.
 * @param total rows of the job's file, to be noted
 * @returns false where another worker has the job
 * @throws when the database could not be asked: the job may still be this worker's
 */
export async function renewLease(client: Client, { row, worker }: HeldJob, total?: number): Promise<boolean> {
  const lease = { p_job: row.id, p_worker: worker, ...(total !== undefined && { p_total: total }) };
  return unwrap(await client.rpc("renew_import_lease", lease), "The import's lease");
}

/**
 * Ends a job: completed, or failed with a message.
 * @returns false where another worker has the job
 */
export async function finishJob(
  client: Client,
  { row, worker }: HeldJob,
  message?: string,
): Promise<boolean> {
  const end = { p_job: row.id, p_worker: worker, ...(message && { p_error: message }) };
  return unwrap(await client.rpc("finish_import_job", end), "The import's end");
}

/**
 * Gives a job back for another claim, after trouble with a message.
 * @param isFull whether the trouble is a full disk, for which the job waits
 */
export async function releaseJob(
  client: Client,
  { row, worker }: HeldJob,
  message?: string,
  isFull = false,
): Promise<void> {
  const release = {
    p_job: row.id,
    p_worker: worker,
    ...(message && { p_error: message }),
    ...(isFull && { p_is_full: true }),
  };
  // Where the database does not hear of it, the lease runs out.
  await client.rpc("release_import_job", release);
}

/** Has a failed job go on from where it stopped. False where it did not fail. */
export async function retryJob(client: Client, jobId: string): Promise<boolean> {
  return unwrap(await client.rpc("retry_import_job", { p_job: jobId }), "The import");
}

/** Deletes what old imports changed, which can then no longer be taken back. Returns how many entries went. */
export async function forgetOldChanges(client: Client): Promise<number> {
  return unwrap(await client.rpc("forget_old_changes"), "The changes of old imports");
}
