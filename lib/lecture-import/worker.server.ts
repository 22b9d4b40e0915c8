import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { getAppEnv } from "../env.ts";
import { recordOwnChange } from "../page-cache/changes.ts";
import { revalidateHostCache } from "../page-cache/host-cache.server.ts";
import { serviceClient } from "../supabase/service.server.ts";
import { type ImportJob, isOpen } from "./job.ts";
import { type ClaimedJob, claimJob, forgetOldChanges, retryJob } from "./job-queue.ts";
import { getImportJob } from "./jobs.server.ts";
import { runJob } from "./run-job.server.ts";

// The worker uses the secret key, because no account may write lectures in bulk or hold a job. Who may start an
// import is decided earlier, by the row-level security policy for creating its job.

type Worker = {
  /** The work in progress in this process. */
  current?: Promise<void>;
  /** Whether the queue is to be looked through once more. */
  isAskedAgain: boolean;
  /** Whether the last attempt failed; the next failure is then not logged again. */
  isTroubled: boolean;
};

// Next bundles instrumentation and routes separately: with a module variable each would have its own worker.
const shared = globalThis as typeof globalThis & { lecternImportWorker?: Worker };
shared.lecternImportWorker ??= { isAskedAgain: false, isTroubled: false };
const worker = shared.lecternImportWorker;

/** Looks for open imports, now and three times per lease duration. Called once, at the start. */
export function startImportWorker(): void {
  setInterval(() => void resumeOpenImports(), (getAppEnv().importLeaseSeconds * 1000) / 3).unref();
  void resumeOpenImports();
}

/** Works on open imports that no process holds, such as those of a process that died. Errors are logged. */
export async function resumeOpenImports(): Promise<void> {
  try {
    await workOnJobs();
    worker.isTroubled = false;
  } catch (error) {
    report(error);
  }
}

/**
 * Makes this process work on all open imports, unless it already does.
 * @returns a promise for hosts that end a function as soon as nothing is awaited: it resolves when the queue is empty
 *   or the time slice of one call is over. On other hosts it resolves at once; the work continues in the background.
 */
export async function wakeImportWorker(): Promise<void> {
  const work = workOnJobs().catch(report);
  if (!getAppEnv().importSliceSeconds) return;
  await work;
  await revalidateHostCache();
}

/**
 * Works on one job, and waits until this process or another has completed it or it has failed.
 * @throws if there is no such job
 */
export async function finishImport(jobId: string): Promise<ImportJob> {
  const client = serviceClient();
  for (;;) {
    const claimed = await claimJob(client, { jobId, leaseSeconds: getAppEnv().importLeaseSeconds });
    if (claimed) await run(claimed);
    const job = await getImportJob(client, jobId);
    if (!job) throw new Error(`There is no import ${jobId}`);
    if (!isOpen(job)) return job;
    await delay(200);
  }
}

/**
 * Makes a failed import continue from where it stopped, as an account asks for. Does nothing if the import did not fail,
 * or if it is a preset file of the first start, which the next start continues.
 */
export async function retryImport({ id, status, byInstallation }: ImportJob, actor: string): Promise<void> {
  if (status === "failed" && !byInstallation) await retryJob(serviceClient(), id, actor);
}

function report(error: unknown): void {
  if (!worker.isTroubled) console.error("Imports cannot be worked on at the moment:", error);
  worker.isTroubled = true;
}

function workOnJobs(): Promise<void> {
  // With time slices, a host may forbid one request to await the work of another, and each has its own slice.
  if (getAppEnv().importSliceSeconds) return workThroughQueue();
  worker.isAskedAgain = true;
  worker.current ??= workWhileAsked().finally(() => {
    worker.current = undefined;
  });
  return worker.current;
}

/** A call while the queue is worked through looks into it once more: it may be about a job that came after the last look. */
async function workWhileAsked(): Promise<void> {
  while (worker.isAskedAgain) {
    worker.isAskedAgain = false;
    await workThroughQueue();
  }
}

async function workThroughQueue(): Promise<void> {
  const { importSliceSeconds = Number.POSITIVE_INFINITY, importLeaseSeconds } = getAppEnv();
  const deadline = Date.now() + importSliceSeconds * 1000;
  while (Date.now() < deadline) {
    const job = await claimJob(serviceClient(), { leaseSeconds: importLeaseSeconds });
    if (job) await run(job, deadline);
    // One step, because an import that is added meanwhile comes first.
    else if ((await forgetOldChanges(serviceClient())) === 0) break;
  }
}

async function run(job: ClaimedJob, deadline?: number): Promise<void> {
  await runJob(serviceClient(), job, deadline);
  recordOwnChange();
}
