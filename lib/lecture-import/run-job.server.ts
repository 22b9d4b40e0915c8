import "server-only";
import { counters } from "../counters.ts";
import type { ByteSource } from "../csv/decode-utf8.ts";
import { failure } from "../csv/parse-csv.ts";
import { countRows } from "../csv/table.ts";
import type { Client } from "../supabase/client.ts";
import { BackendUnavailableError } from "../supabase/responses.ts";
import { MissingFileError, openUpload, removeUpload } from "./bucket.server.ts";
import { lectureTable } from "./columns.ts";
import { importLectures } from "./import-lectures.ts";
import {
  type ClaimedJob,
  createBatchWriter,
  finishJob,
  type JobRow,
  LostJobError,
  releaseJob,
  renewLease,
} from "./job-queue.ts";
import { importMessages } from "./messages.ts";

/** `released`: a later claim goes on with it. `lost`: another worker has it already. */
type Outcome = "completed" | "failed" | "released" | "lost";

/**
 * Works on a claimed job from its position: to its end, to the deadline, or to trouble that may pass, after
 * which it is released. Where the database cannot even be told of that, the lease runs out.
 * @param deadline the time (`Date.now()`) from which no further batch is begun; the first one always is
 */
export async function runJob(
  client: Client,
  job: ClaimedJob,
  deadline = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  const renewal = setInterval(
    // What goes wrong here may go well the next time, or with the next batch.
    () => void renewLease(client, job).catch(() => {}),
    ((job.row.lease_seconds ?? 0) * 1000) / 3,
  );
  try {
    return await work(client, job, deadline);
  } catch (error) {
    if (error instanceof LostJobError) return "lost";
    if (error instanceof MissingFileError) {
      return await finish(client, job, "The uploaded file is no longer there. Please upload it again.");
    }
    if (error instanceof SliceOver) await releaseJob(client, job);
    else if (error instanceof BackendUnavailableError && error.isFull)
      await releaseJob(client, job, importMessages.diskFull, true);
    else await releaseJob(client, job, error instanceof Error ? error.message : String(error));
    return "released";
  } finally {
    clearInterval(renewal);
  }
}

class SliceOver extends Error {}

const ROW_RESULTS = ["inserted", "updated", "unchanged", "rejected"] as const;

async function work(client: Client, job: ClaimedJob, deadline: number): Promise<Outcome> {
  const { row } = job;
  if (row.total_rows === null) {
    const counted = await countFile(client, row);
    if (!counted.ok) return finish(client, job, counted.message);
    if (!(await renewLease(client, job, counted.rows))) return "lost";
  }
  const write = createBatchWriter(client, job);
  let hasWritten = false;
  const result = await importLectures(await openUpload(client, row.file_path), {
    startAt: row.processed_rows,
    writeBatch: async (batch) => {
      if (hasWritten && Date.now() >= deadline) throw new SliceOver();
      hasWritten = true;
      const counts = await write(batch);
      for (const result of ROW_RESULTS) counters.importedRows[result] += counts[result];
      return counts;
    },
  });
  if (!result.ok) return finish(client, job, result.message);
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

async function finish(client: Client, job: ClaimedJob, message?: string): Promise<Outcome> {
  if (!(await finishJob(client, job, message))) return "lost";
  return message ? "failed" : "completed";
}
