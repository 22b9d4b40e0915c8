import "server-only";
import { counters } from "../counters.ts";
import type { ByteSource } from "../csv/decode-text.ts";
import { failure } from "../csv/parse-csv.ts";
import { countRows } from "../csv/table.ts";
import type { Client } from "../supabase/client.ts";
import { BackendUnavailableError } from "../supabase/responses.ts";
import { MissingFileError, openUpload, removeUpload } from "./bucket.server.ts";
import { toChoices } from "./column-choices.ts";
import { type Field, lectureTable } from "./columns.ts";
import { type BatchOptions, importLectures, type WriteBatch } from "./import-lectures.ts";
import {
  type ClaimedJob,
  createBatchChecker,
  createBatchWriter,
  finishJob,
  getCourseNames,
  type JobRow,
  LostJobError,
  recordFile,
  releaseJob,
  removeMissingBatch,
  renewLease,
  writeUndoBatch,
} from "./job-queue.ts";
import { getImportJob } from "./jobs.server.ts";
import { importMessages } from "./messages.ts";
import { WarningFinder } from "./warnings.ts";

/** `released`: a later claim continues the job. `lost`: this worker no longer holds the job. */
type Outcome = "completed" | "failed" | "released" | "lost";

/**
 * Works on a claimed job from its position to its end. At the deadline, or after an error that may be temporary, the
 * job is released; if even the release does not reach the database, the lease expires.
 * @param deadline the time (`Date.now()`) from which no further batch is started; the first one always is
 */
export async function runJob(
  client: Client,
  job: ClaimedJob,
  deadline = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  const renewal = setInterval(
    // Errors are ignored: the next renewal or the next batch may succeed.
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

const works = { import: importFile, check: checkFile, undo: undoChanges };

async function work(client: Client, job: ClaimedJob, deadline: number): Promise<Outcome> {
  let hasBegun = false;
  const beginBatch = () => {
    if (hasBegun && Date.now() >= deadline) throw new SliceOver();
    hasBegun = true;
  };
  return works[job.row.mode as keyof typeof works](client, job, beginBatch);
}

/** Called before each batch; throws if the time slice is over. */
type BeginBatch = () => void;

async function importFile(client: Client, job: ClaimedJob, beginBatch: BeginBatch): Promise<Outcome> {
  const { row } = job;
  const writer = createBatchWriter(client, job);
  const writeBatch: WriteBatch = async (batch) => {
    beginBatch();
    const counts = await writer.writeBatch(batch);
    for (const result of ROW_RESULTS) counters.importedRows[result] += counts[result];
    return counts;
  };
  const outcome = await readFile(client, job, {
    ...writer,
    writeBatch,
    ...(row.removes_missing && { next: () => removeMissing(client, job, beginBatch) }),
  });
  if (outcome === "completed") await removeUnneededUpload(client, row);
  return outcome;
}

async function checkFile(client: Client, job: ClaimedJob, beginBatch: BeginBatch): Promise<Outcome> {
  const check = createBatchChecker(client, job);
  const writeBatch: WriteBatch = (batch) => {
    beginBatch();
    return check.writeBatch(batch);
  };
  return readFile(client, job, { ...check, writeBatch });
}

/** Processes the rows of a job's file, runs `next`, and ends the job: as failed if `next` returns a message. */
async function readFile(
  client: Client,
  job: ClaimedJob,
  { next, ...options }: BatchOptions & { next?: () => Promise<string | undefined> },
): Promise<Outcome> {
  const { row } = job;
  if (row.total_rows === null) {
    const counted = await countFile(client, row);
    if (!counted.ok) return finish(client, job, counted.message);
    const { rows: total, ignoredColumns, warnings } = counted;
    if (!(await recordFile(client, job, { total, ignoredColumns, warnings }))) return "lost";
  }
  if (!isFileDone(row)) {
    const result = await importLectures(await openUpload(client, pathOf(row)), {
      ...options,
      fields: toChoices(row.fields),
      emptied: row.emptied as Field[],
    });
    if (!result.ok) return finish(client, job, result.message);
  }
  return finish(client, job, await next?.());
}

/** Whether an earlier worker has already started to remove the lectures that are missing in the file. */
const isFileDone = ({ total_rows: total, processed_rows, missing_rows: missing }: JobRow) =>
  total !== null && missing !== null && processed_rows > total - missing;

/** Removes the lectures that a check found missing. Returns a message if that is not possible. */
async function removeMissing(client: Client, job: ClaimedJob, beginBatch: BeginBatch) {
  const stored = await getImportJob(client, job.row.id);
  if (!stored) throw new LostJobError("The job is gone");
  const { totalRows: total, processedRows } = stored;
  for (let position = processedRows; position < (total ?? 0); ) {
    beginBatch();
    const { removed, unchanged } = await removeMissingBatch(client, job, position);
    if (removed + unchanged === 0) return "Which lectures were missing is not known any more.";
    position += removed + unchanged;
  }
}

async function undoChanges(client: Client, job: ClaimedJob, beginBatch: BeginBatch): Promise<Outcome> {
  const { total_rows: total, processed_rows } = job.row;
  for (let position = processed_rows; position < (total ?? 0); ) {
    beginBatch();
    const counts = await writeUndoBatch(client, job, position);
    const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (done === 0) return finish(client, job, "What this import changed is not known any more.");
    position += done;
  }
  return finish(client, job);
}

/** Removes the file unless it has rejected rows, which can be downloaded from it to be corrected. */
async function removeUnneededUpload(client: Client, { id, file_path }: JobRow): Promise<void> {
  const job = await getImportJob(client, id);
  if (file_path && job?.rejectedRows === 0) await removeUpload(client, file_path);
}

/** The path of a job's file; the database guarantees it for imports and checks. */
const pathOf = ({ file_path }: JobRow) => file_path ?? "";

/** Reads the whole file before any row is written, so that a file that is not readable to its end is refused. */
async function countFile(client: Client, row: JobRow) {
  const { file_size } = row;
  let bytes = 0;
  async function* counting(source: ByteSource) {
    for await (const chunk of source) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  const warnings = new WarningFinder(await getCourseNames(client));
  const counted = await countRows(counting(await openUpload(client, pathOf(row))), lectureTable, {
    fields: toChoices(row.fields),
    onRow: (row, header) => warnings.read(row, header),
  });
  if (counted.ok && file_size !== null && bytes !== file_size) {
    return failure(`The upload is not complete: ${bytes} of ${file_size} bytes arrived.`);
  }
  return counted.ok ? { ...counted, warnings: warnings.found() } : counted;
}

async function finish(client: Client, job: ClaimedJob, message?: string): Promise<Outcome> {
  if (!(await finishJob(client, job, message))) return "lost";
  return message ? "failed" : "completed";
}
