import type { ImportJob } from "@/lib/lecture-import/job";
import { isOpen, percentDone, statusText } from "@/lib/lecture-import/job";
import { importMessages, mayLeave } from "@/lib/lecture-import/messages";

/** An import that this tab runs or follows. */
export type Activity = {
  /** The part of the page that shows it. */
  kind: "file" | "preset";
  /** The file's name, or the label of the preset's button. */
  name: string;
  /** Size of the file in bytes; null if unknown. */
  size: number | null;
  /** `sending` stops if the page is left; `running` continues on the server. */
  phase: "sending" | "running" | "done";
  text: string;
  /** Null while there is nothing to measure. */
  percent: number | null;
  /** Shown below the progress bar. */
  note: string;
  canCancel?: boolean;
  /** The import as the server last described it. */
  job?: ImportJob;
};

/** How the import of a file ended. */
export type Ended = {
  state: "done" | "failed" | "cancelled";
  text: string;
  /** Whether the session has ended, so that further files would fail as well. */
  isSignedOut?: boolean;
};

/** What is said of a job that was cancelled. */
export function cancelledText({ mode }: ImportJob): string {
  if (mode === "check") return importMessages.checkCancelled;
  return mode === "undo" ? importMessages.undoCancelled : importMessages.importCancelled;
}

/** The activity that shows an import on the server; `note` replaces its usual note. */
export function jobActivity(job: ImportJob, note?: string): Activity {
  // The server retries an open import that has an error.
  const usual = job.errorMessage
    ? `${importMessages.triesAgain} ${job.errorMessage}`
    : mayLeave(job.mode === "edit" ? "import" : job.mode);
  return {
    kind: "file",
    name: job.fileName,
    size: job.fileSize,
    phase: isOpen(job) ? "running" : "done",
    text: statusText(job),
    percent: percentDone(job),
    note: note ?? usual,
    job,
  };
}

/**
 * The text for screen readers: each stage, and each quarter of a long one. Between quarters the text stays the
 * same, because it would otherwise be read out every two seconds.
 */
export function announcementOf({ text, percent, phase, note, job }: Activity): string {
  const quarter = Math.floor((percent ?? 0) / 25) * 25;
  const stage = percent === null || phase === "done" ? text : `${job ? "Processing" : text} ${quarter}%`;
  return isAlarm(note) ? `${stage} ${note}` : stage;
}

const isAlarm = (note: string) => note === importMessages.noAnswer || note === importMessages.stalled;
