import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { getAppEnv } from "../env.ts";
import { revalidationToken } from "../revalidation-token.ts";
import { unwrap } from "../supabase/responses.ts";
import { serviceClient } from "../supabase/service.server.ts";
import type { ImportJob } from "./job.ts";
import { getImportJob } from "./jobs.server.ts";
import { claimJob, runJob } from "./run-job.server.ts";

// The secret key, because no account may write lectures in bulk or hold a job. Who may start an import is
// decided before: by the policy under which its job was made.

/** How often a process looks for jobs that nobody works on, such as those of a process that died. */
const POLL_MS = 5_000;

type Worker = {
  /** The work that is going on in this process. */
  current?: Promise<void>;
  /** The import that was the last to be completed when this process last looked. */
  lastCompleted?: string | null;
  /** Whether the last look ended in trouble, which is then not reported again. */
  isTroubled?: boolean;
};

// Next bundles instrumentation and routes apart: each would have a worker of its own.
const holder = globalThis as typeof globalThis & { lecternImportWorker?: Worker };
holder.lecternImportWorker ??= {};
const worker = holder.lecternImportWorker;

/** Looks for imports to go on with, now and every few seconds. Called once, when the server starts. */
export function startImportWorker(): void {
  setInterval(() => void look(), POLL_MS).unref();
  void look();
}

/**
 * Has this process work on whatever imports are open, if it does not do so already.
 * @returns a promise for a host that ends a function as soon as nothing is waited for: it resolves when the
 *   time that one call may take is over. On other hosts at once, as the work goes on by itself.
 */
export async function wakeImportWorker(): Promise<void> {
  const work = workOnJobs().catch(report);
  if (getAppEnv().importSliceSeconds) await work;
}

/**
 * Works on one job until it is completed or failed, by this process or another.
 * @throws when there is no such job
 */
export async function finishImport(jobId: string): Promise<ImportJob> {
  const client = serviceClient();
  for (;;) {
    const claimed = await claimJob(client, jobId);
    if (claimed) await runJob(client, claimed, { onComplete: tellApp });
    const job = await getImportJob(client, jobId);
    if (!job) throw new Error(`There is no import ${jobId}`);
    if (job.status === "completed" || job.status === "failed") return job;
    await delay(200);
  }
}

/** Has a failed import go on from where it stopped. False where it did not fail. */
export async function retryImport(jobId: string): Promise<boolean> {
  return unwrap(await serviceClient().rpc("retry_import_job", { p_job: jobId }), "The import");
}

async function look(): Promise<void> {
  try {
    await workOnJobs();
    await noticeOthers();
    worker.isTroubled = false;
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  if (!worker.isTroubled) console.error("Imports cannot be worked on at the moment:", error);
  worker.isTroubled = true;
}

function workOnJobs(): Promise<void> {
  worker.current ??= workThroughQueue().finally(() => {
    worker.current = undefined;
  });
  return worker.current;
}

async function workThroughQueue(): Promise<void> {
  const client = serviceClient();
  const { importSliceSeconds = Number.POSITIVE_INFINITY } = getAppEnv();
  const deadline = Date.now() + importSliceSeconds * 1000;
  while (Date.now() < deadline) {
    const job = await claimJob(client);
    if (!job) return;
    await runJob(client, job, { deadline, onComplete: tellApp });
  }
}

/** An import that another process completed has left the pages that this one keeps out of date. */
async function noticeOthers(): Promise<void> {
  const [latest] = unwrap(
    await serviceClient()
      .from("import_jobs")
      .select("id, updated_at")
      .eq("status", "completed")
      .order("updated_at", { ascending: false })
      .limit(1),
    "The latest import",
  );
  const found = latest ? `${latest.id} ${latest.updated_at}` : null;
  if (worker.lastCompleted !== undefined && worker.lastCompleted !== found) await tellApp();
  worker.lastCompleted = found;
}

/**
 * Makes the next request see what was imported. Next forgets pages only at a request's asking, so this
 * process asks itself.
 */
async function tellApp(): Promise<void> {
  const { ownUrl, secretKey } = getAppEnv();
  const headers = { authorization: `Bearer ${revalidationToken(secretKey)}` };
  try {
    const answer = await fetch(`${ownUrl}/api/revalidate`, { method: "POST", headers });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  } catch (error) {
    console.error(`${ownUrl} could not be told of an import:`, error);
  }
}
