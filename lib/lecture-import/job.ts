import { countOf, formatCount } from "../catalogue/display.ts";
import { percentOf } from "../percent.ts";
import type { Field } from "./columns.ts";
import { checkingRows, importMessages, processingRows, undoingChanges } from "./messages.ts";

export type ImportStatus = "pending" | "processing" | "completed" | "failed";

/** A check compares a file with the catalogue; an undo takes back what another job changed; an edit is a correction by hand. */
export type ImportMode = "import" | "check" | "undo" | "edit";

/** An import of a CSV file, or what else is done like one, as the console shows it. */
export type ImportJob = {
  id: string;
  mode: ImportMode;
  /** The file's name on the computer that it came from; of an edit, what was done. */
  fileName: string;
  /** Bytes. */
  fileSize: number | null;
  status: ImportStatus;
  /**
   * Data rows of the file, with the missing lectures that an import removes, or changes that an undo takes back; null until
   * they have been counted.
   */
  totalRows: number | null;
  /** The sum of the five counts that follow. */
  processedRows: number;
  insertedRows: number;
  updatedRows: number;
  unchangedRows: number;
  /** Of an import: lectures that were missing in its file. */
  removedRows: number;
  /** Of an undo: what was left as it is. */
  rejectedRows: number;
  /**
   * Of a check that is completed: lectures that the file's courses have and the file has not. Of an import that removes such
   * lectures: how many of `totalRows` they are.
   */
  missingRows: number | null;
  /** Of a check: rows that have something else in cells that were edited by hand. */
  editedRows: number;
  /** Fields that no column of the file is, and that its lectures lose. */
  emptied: Field[];
  /** Of a check: lectures that have something there, and more that have it only in cells that were edited by hand. */
  emptiedRows: number;
  emptiedEditedRows: number;
  /** Lectures that it has changed. */
  changeCount: number;
  errorMessage: string | null;
  isCancelled: boolean;
  /** Whether it may succeed if it is tried again. */
  canRetry: boolean;
  /** Whether it is known what it changed. */
  hasHistory: boolean;
  /** Milliseconds since 1970, as `startedAt` and `updatedAt`. */
  createdAt: number;
  startedAt: number | null;
  updatedAt: number;
  /** Loaded by the installation itself: a preset file, at the first start. */
  byInstallation: boolean;
};

/** How the state of an import is called in a list. */
export const statusNames: Record<ImportStatus, string> = {
  pending: "Pending",
  processing: "Processing",
  completed: "Completed",
  failed: "Failed",
};

/** Data rows of a job's file; null until they have been counted. */
export function rowsOfFile({ mode, totalRows, missingRows }: ImportJob): number | null {
  if (totalRows === null || mode !== "import") return totalRows;
  return totalRows - (missingRows ?? 0);
}

/** Whether an import is not at its end. */
export function isOpen({ status }: Pick<ImportJob, "status">): boolean {
  return status === "pending" || status === "processing";
}

/** How the state of one import is called: a cancelled one failed in the database alone. */
export function stateName({ status, isCancelled }: ImportJob): string {
  return isCancelled && status === "failed" ? "Cancelled" : statusNames[status];
}

/** What a job is about, as its page's title: `Check of lectures.csv`. */
export function jobTitle({ mode, fileName }: ImportJob): string {
  if (mode === "edit") return fileName;
  return `${{ import: "Import", check: "Check", undo: "Undo" }[mode]} of ${fileName}`;
}

/** How an import stands, in the words of the progress panel. */
export function statusText(job: ImportJob): string {
  if (job.status === "completed") return importMessages.complete;
  if (job.status === "failed") return job.errorMessage ?? statusNames.failed;
  if (job.status === "pending" || job.totalRows === null) return importMessages.inBackground;
  if (job.mode === "check") return checkingRows(job.processedRows, job.totalRows);
  if (job.mode === "undo") return undoingChanges(job.processedRows, job.totalRows);
  return processingRows(job.processedRows, job.totalRows, job.insertedRows);
}

/**
 * Milliseconds that a job will still take if it goes on as it has begun; null where that cannot be told yet.
 * @param now milliseconds since 1970
 */
export function timeLeft({ startedAt, processedRows, totalRows }: ImportJob, now: number): number | null {
  if (startedAt === null || totalRows === null || processedRows === 0 || now - startedAt < 3000) return null;
  return ((now - startedAt) / processedRows) * (totalRows - processedRows);
}

/** `95000` → `2 minutes`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  if (seconds < 60) return countOf(seconds, "second");
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? countOf(minutes, "minute") : countOf(Math.round(minutes / 60), "hour");
}

/** How far an import has got, in whole percent; null while the rows of its file are being counted. */
export function percentDone({ status, processedRows, totalRows }: ImportJob): number | null {
  if (status === "completed") return 100;
  return totalRows === null ? null : percentOf(processedRows, totalRows);
}

/** Rows that did not go in as new ones. */
type OtherCounts = { updated: number; unchanged: number; rejected: number };

/** `3 updated, 14 unchanged, 2 rejected`, zeros left out: what became of the rows that were not inserted. */
export function otherCountsText(counts: OtherCounts): string {
  return (["updated", "unchanged", "rejected"] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => `${formatCount(counts[name])} ${name}`)
    .join(", ");
}

/** `1,204 inserted, 3 updated`, zeros left out: what became of the rows that a job has come to. */
export function countsText(job: ImportJob): string {
  const inserted = [job.insertedRows > 0 && `${formatCount(job.insertedRows)} inserted`];
  const removed = [job.removedRows > 0 && `${formatCount(job.removedRows)} removed`];
  const others = otherCountsText({
    updated: job.updatedRows,
    unchanged: job.unchangedRows,
    rejected: job.rejectedRows,
  });
  return [...inserted, ...removed, others].filter(Boolean).join(", ");
}

const UNITS = ["bytes", "kB", "MB"] as const;

/** `104857600` → `100 MB`: by 1,024, as the limit of 100 MB is meant. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  for (; value >= 1000 && unit < UNITS.length - 1; unit++) value /= 1024;
  // One decimal where there is only one digit before it.
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${formatCount(Number(value.toFixed(digits)))} ${UNITS[unit]}`;
}
