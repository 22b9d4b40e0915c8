import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { getAppEnv } from "../env.ts";
import { noteOwnChange } from "../page-cache/changes.ts";
import { tellHostCache } from "../page-cache/host-cache.server.ts";
import { serviceClient } from "../supabase/service.server.ts";
import { type ImportJob, isOpen } from "./job.ts";
import { type ClaimedJob, claimJob, forgetOldChanges, retryJob } from "./job-queue.ts";
import { getImportJob } from "./jobs.server.ts";
import { runJob } from "./run-job.server.ts";

// The secret key, because no account may write lectures in bulk or hold a job. Who may start an import is
// decided before: by the policy under which its job was made.

type Worker = {
  /** The work that is going on in this process. */
  current?: Promise<void>;
  /** Whether the last look met trouble, which is then not reported again. */
  isTroubled: boolean;
};

// Next bundles instrumentation and routes apart: each would have a worker of its own.
const shared = globalThis as typeof globalThis & { lecternImportWorker?: Worker };
shared.lecternImportWorker ??= { isTroubled: false };
const worker = shared.lecternImportWorker;

/** Looks for imports to go on with, now and three times in the length of a lease. Called once, at the start. */
export function startImportWorker(): void {
  setInterval(() => void lookForImports(), (getAppEnv().importLeaseSeconds * 1000) / 3).unref();
  void lookForImports();
}

/** Works on the imports that no process works on, such as those of a process that died. Errors are logged. */
export async function lookForImports(): Promise<void> {
  try {
    await workOnJobs();
    worker.isTroubled = false;
  } catch (error) {
    report(error);
  }
}

/**
 * Has this process work on whatever imports are open, if it does not do so already.
 * @returns a promise for a host that ends a function as soon as nothing is waited for: it resolves when the
 *   time that one call may take is over. On other hosts at once, as the work goes on by itself.
 */
export async function wakeImportWorker(): Promise<void> {
  const work = workOnJobs().catch(report);
  if (!getAppEnv().importSliceSeconds) return;
  await work;
  await tellHostCache();
}

/**
 * Works on one job until it is completed or failed, by this process or another.
 * @throws when there is no such job
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
 * Has a failed import go on from where it stopped. Nothing happens to one that did not fail, nor to a preset
 * file of the first start: the next start goes on with that.
 */
export async function retryImport({ id, status, byInstallation }: ImportJob): Promise<void> {
  if (status === "failed" && !byInstallation) await retryJob(serviceClient(), id);
}

function report(error: unknown): void {
  if (!worker.isTroubled) console.error("Imports cannot be worked on at the moment:", error);
  worker.isTroubled = true;
}

function workOnJobs(): Promise<void> {
  // Such a host may forbid one request to wait for the work of another, and each has its own slice of time.
  if (getAppEnv().importSliceSeconds) return workThroughQueue();
  worker.current ??= workThroughQueue().finally(() => {
    worker.current = undefined;
  });
  return worker.current;
}

async function workThroughQueue(): Promise<void> {
  const { importSliceSeconds = Number.POSITIVE_INFINITY, importLeaseSeconds } = getAppEnv();
  const deadline = Date.now() + importSliceSeconds * 1000;
  while (Date.now() < deadline) {
    const job = await claimJob(serviceClient(), { leaseSeconds: importLeaseSeconds });
    if (!job) break;
    await run(job, deadline);
  }
  while (Date.now() < deadline && (await forgetOldChanges(serviceClient())) > 0);
}

async function run(job: ClaimedJob, deadline?: number): Promise<void> {
  await runJob(serviceClient(), job, deadline);
  noteOwnChange();
}
