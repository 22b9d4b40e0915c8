import type { Client } from "../supabase/client.ts";
import type { Database } from "../supabase/database.types.ts";
import { toError, unwrap } from "../supabase/responses.ts";
import type { ImportedLecture } from "./columns.ts";
import { type DigestedRow, EarlierRows, joinDigests, keyOf, type SortedRows } from "./earlier-rows.ts";
import type { Batch, BatchOptions, RowCounts, WriteBatch } from "./import-lectures.ts";
import type { Warning } from "./warnings.ts";

// One function for each operation of the queue. The migration of the import queue defines what happens to a job when
// its worker dies. Each client must use the secret key: no account may call the database functions.

export type JobRow = Database["public"]["Tables"]["import_jobs"]["Row"];

/** A job and the worker that holds its lease. */
export type ClaimedJob = { row: JobRow; worker: string };

type HeldJob = { row: Pick<JobRow, "id">; worker: string };

/** A held job that reads a file, from its position on. */
type ReadingJob = { row: Pick<JobRow, "id" | "processed_rows">; worker: string };

/** The job was claimed by another worker; this worker must not write anything more. */
export class LostJobError extends Error {
  override name = "LostJobError";
}

/** The SQLSTATE with which the database refuses a worker that no longer holds the job. */
const LOST = "55006";

/**
 * Claims a job that no worker holds: the one with `jobId`, or the oldest; null if there is none.
 * @param options.leaseSeconds how long the lease lasts unless the worker renews it; 15 by default
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
 * lease. A batch that does not begin at the job's position is refused, so that no row is written twice.
 * Rows before the position were written by an earlier worker and are only remembered.
 * A refusal is thrown, as a `LostJobError` if another worker holds the job.
 */
export function createBatchWriter(
  client: Client,
  job: ReadingJob,
): Required<Pick<BatchOptions, "writeBatch" | "startAt" | "onSkipped">> {
  const known = new Set<number>();
  const writeBatch: WriteBatch = async (batch) => {
    const keys = batch.lectures.map(keyOf);
    const repeated = keys.flatMap((key, index) => (known.has(key) ? [index + 1] : []));
    for (const key of keys) known.add(key);
    const sent = { ...batchOf(job, batch), ...(repeated.length > 0 && { p_repeated: repeated }) };
    return countsOf(await client.rpc("write_import_batch", sent), batch.position);
  };
  const onSkipped = (lecture: ImportedLecture) => void known.add(keyOf(lecture));
  return { writeBatch, startAt: job.row.processed_rows, onSkipped };
}

/** Rows in a batch of a check. Digests are short, so batches can be larger than those of an import. */
const CHECKED_ROWS = 4000;

/**
 * Compares batches of a check with the catalogue, as `createBatchWriter` would write them, and stores only results.
 * A row about a lecture of an earlier batch is compared with that batch, which is not in the catalogue. For the other
 * rows only digests are sent, and whole rows only if the database requests them.
 * Rows before the job's position were compared by an earlier worker and are only remembered.
 */
export function createBatchChecker(
  client: Client,
  job: ReadingJob,
): Required<Pick<BatchOptions, "writeBatch" | "prepareBatch" | "batchSize" | "startAt" | "onSkipped">> {
  const earlier = new EarlierRows();
  const sorted = new WeakMap<Batch, SortedRows>();
  const prepareBatch = (batch: Batch) => void sorted.set(batch, earlier.takeOut(batch.lectures));
  const writeBatch: WriteBatch = async (batch) => {
    const { single, repeated, updated, unchanged } = sorted.get(batch) as SortedRows;
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
  const onSkipped = (lecture: ImportedLecture) => void earlier.takeOut([lecture]);
  return { prepareBatch, writeBatch, batchSize: CHECKED_ROWS, startAt: job.row.processed_rows, onSkipped };
}

/** The results of undone changes; `inserted` counts removed lectures that were restored. */
type UndoCounts = RowCounts & { removed: number };

/** Undoes the next changes, in one transaction with the job's position. Throws like `createBatchWriter`. */
export async function writeUndoBatch(
  client: Client,
  { row, worker }: HeldJob,
  position: number,
): Promise<UndoCounts> {
  const batch = { p_job: row.id, p_worker: worker, p_position: position };
  return countsOf(await client.rpc("write_undo_batch", batch), position);
}

/**
 * Removes the next lectures that were missing in a job's file, after all its rows are written. `unchanged` counts the
 * lectures that were not removed. Throws like `createBatchWriter`.
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
 * Renews the worker's lease on a job.
 * @returns false if the worker no longer holds the job
 * @throws if the database could not be asked: the worker may still hold the job
 */
export async function renewLease(client: Client, job: HeldJob): Promise<boolean> {
  return renew(client, job, {});
}

/**
 * Stores what is known of a job's file once it is read, and renews the lease as `renewLease` does: how many rows the
 * file has, its columns that match no field, of which the first 21 are stored, and what looks like a mistake in it.
 */
export async function recordFile(
  client: Client,
  job: HeldJob,
  file: { total: number; ignoredColumns: string[]; warnings?: Warning[] },
): Promise<boolean> {
  return renew(client, job, {
    p_total: file.total,
    p_ignored_columns: file.ignoredColumns.slice(0, 21),
    ...(file.warnings && { p_warnings: JSON.stringify(file.warnings) }),
  });
}

/** The names of the catalogue's courses, 20,000 at most. */
export async function getCourseNames(client: Client): Promise<string[]> {
  return unwrap(await client.rpc("import_course_names"), "The names of the courses");
}

type Lease = Database["public"]["Functions"]["renew_import_lease"]["Args"];

async function renew(
  client: Client,
  { row, worker }: HeldJob,
  facts: Omit<Lease, "p_job" | "p_worker">,
): Promise<boolean> {
  const lease = { p_job: row.id, p_worker: worker, ...facts };
  return unwrap(await client.rpc("renew_import_lease", lease), "The import's lease");
}

/**
 * Ends a job: completed, or failed if there is a message.
 * @returns false if the worker no longer holds the job
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
 * Releases a job so that it can be claimed again.
 * @param message the error that stopped the work, if there was one
 * @param isFull whether the error is a full disk; the job is then retried without a limit
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
  // An error is ignored: the lease expires anyway.
  await client.rpc("release_import_job", release);
}

/**
 * Makes a failed job continue from where it stopped. False if it did not fail or cannot be retried.
 * @param actor the account that asks for it, if one does
 */
export async function retryJob(client: Client, jobId: string, actor?: string): Promise<boolean> {
  const retry = { p_job: jobId, ...(actor && { p_actor: actor }) };
  return unwrap(await client.rpc("retry_import_job", retry), "The import");
}

/** Deletes recorded changes of old jobs, which can then not be undone. Returns the number of deleted entries. */
export async function forgetOldChanges(client: Client): Promise<number> {
  return unwrap(await client.rpc("forget_old_changes"), "The changes of old imports");
}
