import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { getAppEnv } from "../env.ts";
import { revalidationToken } from "../revalidation-token.ts";
import { unwrap } from "../supabase/responses.ts";
import { serviceClient } from "../supabase/service.server.ts";
import { type ImportJob, isOpen } from "./job.ts";
import { type ClaimedJob, claimJob, type JobRow, retryJob } from "./job-queue.ts";
import { getImportJob } from "./jobs.server.ts";
import { runJob } from "./run-job.server.ts";

// The secret key, because no account may write lectures in bulk or hold a job. Who may start an import is
// decided before: by the policy under which its job was made.

type Worker = {
  /** The work that is going on in this process. */
  current?: Promise<void>;
  /** Imports at their end that the pages of this process show already: see `nameOf`. */
  shown: Set<string>;
  /** Whether `shown` holds what had ended before this process looked for the first time. */
  hasLooked: boolean;
  /** Whether the last look met trouble, which is then not reported again. */
  isTroubled: boolean;
};

// Next bundles instrumentation and routes apart: each would have a worker of its own.
const shared = globalThis as typeof globalThis & { lecternImportWorker?: Worker };
shared.lecternImportWorker ??= { shown: new Set(), hasLooked: false, isTroubled: false };
const worker = shared.lecternImportWorker;

/** Imports at their end that are looked through for those which the pages do not show, the newest first. */
const LATEST = 100;

/** Looks for imports to go on with, now and three times in the length of a lease. Called once, at the start. */
export function startImportWorker(): void {
  setInterval(() => void lookForImports(), (getAppEnv().importLeaseSeconds * 1000) / 3).unref();
  void lookForImports();
}

/**
 * Works on the imports that no process works on, such as those of a process that died, and makes the pages
 * show those that other processes completed, and what those have written that failed. Errors are logged.
 */
export async function lookForImports(): Promise<void> {
  try {
    await workOnJobs();
    await showEndedImports();
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
  if (getAppEnv().importSliceSeconds) await work;
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
    if (!job) return;
    await run(job, deadline);
  }
}

async function run(job: ClaimedJob, deadline?: number): Promise<void> {
  await runJob(serviceClient(), job, {
    ...(deadline && { deadline }),
    onComplete: async () => {
      try {
        await revalidateApp();
        worker.shown.add(job.row.id);
      } catch (error) {
        // `showEndedImports` tries again.
        report(error);
      }
    },
  });
}

/**
 * An import that another process completed, or that failed after it had written, has left the pages that this
 * process keeps out of date.
 */
async function showEndedImports(): Promise<void> {
  const ended = unwrap(
    await serviceClient()
      .from("import_jobs")
      .select("id, status, processed_rows")
      .in("status", ["completed", "failed"])
      .gt("processed_rows", 0)
      .order("updated_at", { ascending: false })
      .limit(LATEST),
    "The latest imports",
  );
  const found = ended.map(nameOf).filter((name) => !worker.shown.has(name));
  if (worker.hasLooked && found.length > 0) await revalidateApp();
  for (const name of found) worker.shown.add(name);
  worker.hasLooked = true;
}

/** A completed import changes no more; one that failed may write more at a retry. */
function nameOf({ id, status, processed_rows }: Pick<JobRow, "id" | "status" | "processed_rows">): string {
  return status === "completed" ? id : `${id} failed after ${processed_rows} rows`;
}

/**
 * Makes the next request of a page render what was imported. Next revalidates within a request only, so this
 * process calls its own route.
 * @throws when the app does not answer, or refuses
 */
async function revalidateApp(): Promise<void> {
  const { ownUrl, secretKey } = getAppEnv();
  const headers = { authorization: `Bearer ${revalidationToken(secretKey)}` };
  const response = await fetch(`${ownUrl}/api/revalidate`, { method: "POST", headers });
  if (!response.ok) throw new Error(`${ownUrl}/api/revalidate answered ${response.status}`);
}
