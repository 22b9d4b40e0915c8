"use client";

import { mutate } from "swr";
import { get, type Result, send } from "@/components/api/calls.client";
import { isTransient } from "@/components/api/fetch-with-timeout.client";
import { showToast } from "@/components/ui/toast";
import { adminRoutes } from "@/lib/admin/routes";
import type { ImportJob } from "@/lib/lecture-import/job";
import { countsText, isOpen, otherCountsText } from "@/lib/lecture-import/job";
import { importedRows, importFailed, importMessages, nothingImported } from "@/lib/lecture-import/messages";
import { cancelledText, type Ended, jobActivity } from "./activity";
import { end, fail, isBusy, show } from "./import-state.client";

const POLL_MS = 2000;
const RELOAD_MS = 2000;
/** Milliseconds for which polls may fail before the page says that the server does not answer. */
const QUIET_MS = 5000;

/** Ids of imports whose end this tab has shown: a page from the router's cache may still list them as open. */
const told = new Set<string>();

/** Tells the server to start an import, or to continue one that failed. */
export function startJob(jobId: string): Promise<Result<{ job: ImportJob }>> {
  return send("POST", "/api/process-csv-import", { jobId });
}

/** Continues an import that failed, from where it stopped. */
export async function retryJob(job: ImportJob): Promise<void> {
  if (isBusy()) return;
  const text = importMessages.starting;
  show({ ...jobActivity({ ...job, status: "pending", errorMessage: null }), text, percent: null });
  const started = await startJob(job.id);
  if (started.ok) await followStarted(started.data.job);
  else fail("file", started.status, importFailed(started.message));
}

/** Cancels an import that is followed: the next poll finds its end, and says so. */
export async function cancelJob({ id }: ImportJob): Promise<void> {
  const cancelled = await send("POST", `/api/imports/${id}/cancel`);
  if (!cancelled.ok) showToast("error", cancelled.message);
}

/** Follows an import that was already open when the page was rendered. */
export async function resumeJob(job: ImportJob): Promise<void> {
  if (isBusy() || told.has(job.id)) return;
  show(jobActivity(job));
  await follow(job, 0);
}

/**
 * Follows an import that the server has just been told to start.
 * @param isQueued whether its file is one of several: then the page is not reloaded at the end
 */
export async function followStarted(job: ImportJob, isQueued = false): Promise<Ended> {
  const note = isQueued ? importMessages.moreFiles : undefined;
  show({ ...jobActivity(job, note), text: importMessages.inBackground, percent: null });
  refreshHistory();
  return follow(job, POLL_MS, isQueued);
}

/** Polls an import every two seconds, shows its progress, and reports how it ended. */
async function follow(known: ImportJob, firstPause: number, isQueued = false): Promise<Ended> {
  let job = known;
  const noteOf = (isAnswered: boolean) => {
    if (!isAnswered) return importMessages.noAnswer;
    return isQueued && !job.errorMessage ? importMessages.moreFiles : undefined;
  };
  for (let answered = Date.now(), pause = firstPause; isOpen(job); pause = POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const answer = await get<{ job: ImportJob }>(`/api/imports/${job.id}`);
    if (answer.ok) job = answer.data.job;
    else if (!isTransient(answer))
      return fail("file", answer.status, answer.status === 401 ? importMessages.signedOut : answer.message);
    if (answer.ok) answered = Date.now();
    show(jobActivity(job, noteOf(Date.now() - answered <= QUIET_MS)));
  }
  told.add(job.id);
  refreshHistory();
  if (job.status === "completed") return showCompleted(job, isQueued);
  if (!job.isCancelled) return fail("file", 200, importFailed(job.errorMessage ?? ""));
  end();
  const text = cancelledText(job);
  void showToast("info", text);
  return { state: "cancelled", text };
}

/** Revalidates the import history wherever it is shown. */
export function refreshHistory(): void {
  void mutate((key) => typeof key === "string" && key.startsWith("/api/imports?"));
}

function showCompleted(job: ImportJob, isQueued: boolean): Ended {
  const { updatedRows: updated, unchangedRows: unchanged, rejectedRows: rejected } = job;
  const others = otherCountsText({ updated, unchanged, rejected });
  show(jobActivity(job, others));
  // An import whose rows were all rejected is reported as an error.
  const isNothing = job.rejectedRows === job.totalRows;
  if (isNothing) showToast("error", nothingImported(job.rejectedRows));
  else showToast("success", importedRows(job.insertedRows), others);
  if (isQueued) {
    end();
    return isNothing
      ? { state: "failed", text: nothingImported(job.rejectedRows) }
      : { state: "done", text: countsText(job) };
  }
  setTimeout(() => (location.pathname === adminRoutes.import() ? location.reload() : end()), RELOAD_MS);
  return { state: "done", text: others };
}
