import "server-only";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { ByteSource } from "../csv/decode-utf8.ts";
import { failure } from "../csv/parse-csv.ts";
import { countRows } from "../csv/table.ts";
import type { Database } from "../supabase/database.types.ts";
import { unwrap } from "../supabase/responses.ts";
import { MissingFileError, openUpload, removeUpload } from "./bucket.server.ts";
import { lectureTable } from "./columns.ts";
import { importLectures } from "./import-lectures.ts";
import { createJobWriter } from "./job-queue.ts";

type Client = SupabaseClient<Database>;
type JobRow = Database["public"]["Tables"]["import_jobs"]["Row"];

/** A job and the one who works on it. */
export type ClaimedJob = { row: JobRow; worker: string };

/** `released`: somebody goes on with it later. `lost`: somebody else has it already. */
export type Outcome = "completed" | "failed" | "released" | "lost";

type Options = {
  /** The time (`Date.now()`) from which no further batch is begun; the first one always is. */
  deadline?: number;
  /** Called when all rows are in, before anyone can see that the job is completed. */
  onComplete?: () => Promise<void>;
};

/** A third of the lease that the database gives. */
const RENEWAL_MS = 5_000;

/** SQLSTATEs by which the database refuses a worker whose job has gone to another. */
const NOT_MINE = ["55006", "55000"];

/**
 * Takes a job that nobody works on: the one named, or the oldest; null where there is none.
 * @param client with the secret key: no account may write jobs
 */
export async function claimJob(client: Client, jobId?: string): Promise<ClaimedJob | null> {
  const worker = crypto.randomUUID();
  const claim = { p_worker: worker, ...(jobId && { p_job: jobId }) };
  const [row] = unwrap(await client.rpc("claim_import_job", claim), "The next import");
  return row ? { row, worker } : null;
}

/**
 * Works on a claimed job from its position: to its end, to the deadline, or to trouble that may pass, after
 * which it is given back. Where the database cannot even be told, the lease runs out.
 */
export async function runJob(client: Client, job: ClaimedJob, options: Options = {}): Promise<Outcome> {
  const renewal = setInterval(() => void renew(client, job), RENEWAL_MS);
  try {
    return await work(client, job, options);
  } catch (error) {
    if (error instanceof SliceOver) return await release(client, job);
    if (error instanceof MissingFileError) {
      return await finish(client, job, "The uploaded file is no longer there. Please upload it again.");
    }
    if (isRefusal(error)) return "lost";
    return await release(client, job, error instanceof Error ? error.message : String(error));
  } finally {
    clearInterval(renewal);
  }
}

class SliceOver extends Error {}

async function work(
  client: Client,
  job: ClaimedJob,
  { deadline = Number.POSITIVE_INFINITY, onComplete }: Options,
): Promise<Outcome> {
  const { row, worker } = job;
  if (row.total_rows === null) {
    const counted = await countFile(client, row);
    if (!counted.ok) return finish(client, job, counted.message);
    if (!(await renew(client, job, counted.rows))) return "lost";
  }
  const write = createJobWriter(client, row.id, worker);
  let hasWritten = false;
  const result = await importLectures(await openUpload(client, row.file_path), {
    startAt: row.processed_rows,
    writeBatch: async (batch) => {
      if (hasWritten && Date.now() >= deadline) throw new SliceOver();
      hasWritten = true;
      return write(batch);
    },
  });
  if (!result.ok) return finish(client, job, result.message);
  await onComplete?.();
  const outcome = await finish(client, job);
  if (outcome === "completed") await removeUpload(client, row.file_path);
  return outcome;
}

/** Reads the whole file before any of it goes in: one that cannot be read to its end is refused whole. */
async function countFile(client: Client, { file_path, file_size }: JobRow) {
  let bytes = 0;
  async function* counting(source: ByteSource) {
    for await (const chunk of source) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  const counted = await countRows(counting(await openUpload(client, file_path)), lectureTable);
  if (counted.ok && file_size !== null && bytes !== file_size) {
    return failure(`The upload is not complete: ${bytes} of ${file_size} bytes arrived.`);
  }
  return counted;
}

async function renew(client: Client, { row, worker }: ClaimedJob, total?: number): Promise<boolean> {
  const lease = { p_job: row.id, p_worker: worker, ...(total !== undefined && { p_total: total }) };
  const { data } = await client.rpc("renew_import_lease", lease);
  return data === true;
}

async function finish(client: Client, { row, worker }: ClaimedJob, message?: string): Promise<Outcome> {
  const end = { p_job: row.id, p_worker: worker, ...(message && { p_error: message }) };
  const isMine = unwrap(await client.rpc("finish_import_job", end), "The import's end");
  if (!isMine) return "lost";
  return message ? "failed" : "completed";
}

async function release(client: Client, { row, worker }: ClaimedJob, message?: string): Promise<Outcome> {
  await client.rpc("release_import_job", {
    p_job: row.id,
    p_worker: worker,
    ...(message && { p_error: message }),
  });
  return "released";
}

function isRefusal(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: string } | null | undefined) : undefined;
  return NOT_MINE.includes(cause?.code ?? "");
}
