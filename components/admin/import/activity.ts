import type { ImportJob } from "@/lib/lecture-import/job";
import { isOpen, percentDone, statusText } from "@/lib/lecture-import/job";
import { importMessages } from "@/lib/lecture-import/messages";

/** An import that this tab works on, or follows. */
export type Activity = {
  /** The part of the page that it belongs to. */
  kind: "file" | "preset";
  /** The file, or what the preset's button says. */
  name: string;
  /** Bytes of the file, where known. */
  size: number | null;
  /** `sending` ends with the page; what is `running` goes on without it. */
  phase: "sending" | "running" | "done";
  text: string;
  /** Null while there is nothing to measure. */
  percent: number | null;
  /** Said beneath the bar. */
  note: string;
  canCancel?: boolean;
  /** The import as the server last described it. */
  job?: ImportJob;
};

/** How the import of a file has ended. */
export type Ended = {
  state: "done" | "failed" | "cancelled";
  text: string;
  /** Whether no further file would get there either. */
  isSignedOut?: boolean;
};

/** How an import on the server is shown; `note` takes the place of what is usually said with it. */
export function jobActivity(job: ImportJob, note?: string): Activity {
  // An open import with an error is tried again.
  const usual = job.errorMessage
    ? `${importMessages.triesAgain} ${job.errorMessage}`
    : importMessages.mayLeave;
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
 * What a screen reader says: each stage, and of a long one every quarter. In between the text stays the same,
 * because it would otherwise be read out every two seconds.
 */
export function announcementOf({ text, percent, phase, note, job }: Activity): string {
  const quarter = Math.floor((percent ?? 0) / 25) * 25;
  const stage = percent === null || phase === "done" ? text : `${job ? "Processing" : text} ${quarter}%`;
  return isAlarm(note) ? `${stage} ${note}` : stage;
}

const isAlarm = (note: string) => note === importMessages.noAnswer || note === importMessages.stalled;
