import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { presets } from "../lib/lecture-import/files.ts";
import { importLectures } from "../lib/lecture-import/import-lectures.ts";
import {
  type ClaimedJob,
  claimJob,
  createBatchWriter,
  finishJob,
  type JobRow,
  LostJobError,
  recordFile,
  retryJob,
} from "../lib/lecture-import/job-queue.ts";
import { type Client, withoutSession } from "../lib/supabase/client.ts";
import type { Database } from "../lib/supabase/database.types.ts";

type Job = Pick<JobRow, "id" | "file_size" | "status">;

/** Each batch renews the lease and takes a fraction of it; a start after a killed one waits until it expires. */
const LEASE_SECONDS = 5;

type PresetFile = { path: string; filePath: string; size: number };

/**
 * Loads the 13 preset files, each as an import job of the installation itself (`user_id` null). A job that a
 * killed or failed start left behind continues from its position.
 *
 * @param options.directory where the files are, `public/data`
 * @param options.onProgress called with bytes of the 13 files, because sizes are known before the files are read
 * @returns the rows that this call processed, and how many were rejected; null if there was nothing to do: all files
 *   are loaded, or the catalogue has lectures from another source
 * @throws an error that names the file that could not be loaded; its job is `failed` and states the reason
 */
export async function seedPresets(
  backend: { url: string; publishableKey: string; secretKey: string },
  options: { directory: string; onProgress(progress: { done: number; total: number }): void },
): Promise<{ rows: number; rejected: number } | null> {
  const client: Client = createClient<Database>(backend.url, backend.secretKey, { auth: withoutSession });
  const files = await Promise.all(presets.map(({ fileName }) => describeFile(options.directory, fileName)));
  const jobs = await listJobs(client, files);
  const open = files.filter((file) => jobs.get(file.filePath)?.status !== "completed");
  if (open.length === 0 || (jobs.size === 0 && (await hasLectures(client)))) return null;

  const sum = { rows: 0, rejected: 0 };
  const total = sizeOf(files);
  let done = total - sizeOf(open);
  for (const file of open) {
    const job = await claimPreset(client, await prepareJob(client, file, jobs.get(file.filePath)));
    if (job) {
      const { rows, rejected } = await loadFile(client, file, job, (bytes) =>
        options.onProgress({ done: done + bytes, total }),
      );
      sum.rows += rows;
      sum.rejected += rejected;
    }
    done += file.size;
  }
  return sum;
}

async function describeFile(directory: string, name: string): Promise<PresetFile> {
  const path = join(directory, name);
  return { path, filePath: `data/${name}`, size: (await stat(path)).size };
}

function sizeOf(files: PresetFile[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}

async function listJobs(client: Client, files: PresetFile[]): Promise<Map<string, Job>> {
  const paths = files.map((file) => file.filePath);
  const query = client.from("import_jobs").select("id, file_path, file_size, status");
  const { data } = await query.is("user_id", null).in("file_path", paths).throwOnError();
  return new Map(data.map(({ file_path, ...job }) => [file_path ?? "", job]));
}

async function hasLectures(client: Client): Promise<boolean> {
  const { data } = await client.from("lectures").select("id").limit(1).throwOnError();
  return data.length > 0;
}

/**
 * The id of a file's job. If the size of the file has changed, the stored position is invalid, so it gets a new job.
 */
async function prepareJob(client: Client, file: PresetFile, known: Job | undefined): Promise<string> {
  if (known && known.file_size === file.size) return known.id;
  if (known) await client.from("import_jobs").delete().eq("id", known.id).throwOnError();
  const job = { user_id: null, file_path: file.filePath, file_size: file.size };
  return (await client.from("import_jobs").insert(job).select("id").single().throwOnError()).data.id;
}

/**
 * Claims a job, even a failed one. Waits while another start holds it: if that start was killed, its lease expires.
 * Resolves with null if the job has been completed meanwhile.
 */
async function claimPreset(client: Client, jobId: string): Promise<ClaimedJob | null> {
  for (;;) {
    const claimed = await claimJob(client, { jobId, leaseSeconds: LEASE_SECONDS });
    if (claimed) return claimed;
    const query = client.from("import_jobs").select("status").eq("id", jobId).single();
    const { status } = (await query.throwOnError()).data;
    if (status === "completed") return null;
    if (status === "failed") await retryJob(client, jobId);
    else await delay(100);
  }
}

async function loadFile(
  client: Client,
  file: PresetFile,
  job: ClaimedJob,
  onBytes: (bytes: number) => void,
): Promise<{ rows: number; rejected: number }> {
  const source = createReadStream(file.path);
  try {
    const result = await importLectures(source, {
      ...createBatchWriter(client, job),
      onProgress: () => onBytes(source.bytesRead),
    });
    if (!result.ok) throw new Error(result.message);
    await recordFile(client, job, result);
    if (!(await finishJob(client, job))) throw new LostJobError("another start has taken it over");
    onBytes(file.size);
    return { rows: result.total - job.row.processed_rows, rejected: result.rejected };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The backend itself may have failed. Then the job's lease expires, and the next start continues the job.
    await finishJob(client, job, reason).catch(() => {});
    throw new Error(`${file.filePath} could not be loaded: ${reason}`, { cause: error });
  }
}
