import { countOf, formatCount } from "../catalogue/display.ts";
import { percentOf } from "../percent.ts";
import type { Field } from "./columns.ts";
import { checkingRows, importMessages, processingRows, undoingChanges } from "./messages.ts";
import type { Warning } from "./warnings.ts";

export type ImportStatus = "pending" | "processing" | "completed" | "failed";

/** A check compares a file with the catalogue; an undo reverts a job's changes; an edit is a manual correction. */
export type ImportMode = "import" | "check" | "undo" | "edit";

/** An import of a CSV file, or another job of the same queue, as the console shows it. */
export type ImportJob = {
  id: string;
  mode: ImportMode;
  /** The file's name on the uploader's computer; for an edit, a description of the change. */
  fileName: string;
  /** Bytes. */
  fileSize: number | null;
  status: ImportStatus;
  /**
   * Data rows of the file plus the missing lectures that an import removes, or the changes that an undo reverts; null
   * until they have been counted.
   */
  totalRows: number | null;
  /** The sum of the inserted, updated, unchanged, removed, kept and rejected ones. */
  processedRows: number;
  insertedRows: number;
  updatedRows: number;
  /** Updated rows that differ from an earlier row of the same file about the same lecture. */
  replacingRows: number;
  unchangedRows: number;
  /** For an import: removed lectures that were missing in its file. */
  removedRows: number;
  /** For an import: missing lectures that were not removed, because they were kept or were gone already. */
  keptRows: number;
  /** For an undo: changes that were not reverted. */
  rejectedRows: number;
  /**
   * For a completed check: lectures of the file's courses that are missing in the file. For an import that removes
   * such lectures: their number, which is included in `totalRows`.
   */
  missingRows: number | null;
  /** Rows that differ from the catalogue in cells that were edited by hand; of an import, those that left them so. */
  editedRows: number;
  /** Names of columns of the file that match no field, and are not imported: the first 21, of which 20 are shown. */
  ignoredColumns: string[];
  /** What looks like a mistake in its file, although it is valid. */
  warnings: Warning[];
  /** Fields without a column in the file that are cleared in its lectures. */
  emptied: Field[];
  /** For a check: lectures with values in `emptied` fields, and others whose only such values were edited by hand. */
  emptiedRows: number;
  emptiedEditedRows: number;
  /** Number of recorded changes to lectures. */
  changeCount: number;
  errorMessage: string | null;
  isCancelled: boolean;
  /** Whether a retry may succeed. */
  canRetry: boolean;
  /** Whether its changes are still recorded. */
  hasHistory: boolean;
  /** Milliseconds since 1970, like `startedAt` and `updatedAt`. */
  createdAt: number;
  startedAt: number | null;
  updatedAt: number;
  /** Whether the installation itself loaded the file: a preset file, at the first start. */
  byInstallation: boolean;
};

/** The names of the states of an import in a list. */
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

/** Whether an import has not ended yet. */
export function isOpen({ status }: Pick<ImportJob, "status">): boolean {
  return status === "pending" || status === "processing";
}

/** The name of an import's state. A cancelled import is stored as failed in the database. */
export function stateName({ status, isCancelled }: ImportJob): string {
  return isCancelled && status === "failed" ? "Cancelled" : statusNames[status];
}

/** The title of a job's page: `Check of lectures.csv`. */
export function jobTitle({ mode, fileName }: ImportJob): string {
  if (mode === "edit") return fileName;
  return `${{ import: "Import", check: "Check", undo: "Undo" }[mode]} of ${fileName}`;
}

/** The status of an import, in the words of the progress panel. */
export function statusText(job: ImportJob): string {
  if (job.status === "completed") return importMessages.complete;
  if (job.status === "failed") return job.errorMessage ?? statusNames.failed;
  if (job.status === "pending" || job.totalRows === null) return importMessages.inBackground;
  if (job.mode === "check") return checkingRows(job.processedRows, job.totalRows);
  if (job.mode === "undo") return undoingChanges(job.processedRows, job.totalRows);
  return processingRows(job.processedRows, job.totalRows, job.insertedRows);
}

/**
 * Estimated milliseconds until a job ends, at its average speed so far; null if it is too early to tell.
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

/** The progress of an import in whole percent; null while the rows of its file are being counted. */
export function percentDone({ status, processedRows, totalRows }: ImportJob): number | null {
  if (status === "completed") return 100;
  return totalRows === null ? null : percentOf(processedRows, totalRows);
}

/** Counts of rows that were not inserted. */
type OtherCounts = { updated: number; unchanged: number; rejected: number };

/** `3 updated, 14 unchanged, 2 rejected`, without zeros: the results of rows that were not inserted. */
export function otherCountsText(counts: OtherCounts): string {
  return (["updated", "unchanged", "rejected"] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => `${formatCount(counts[name])} ${name}`)
    .join(", ");
}

/** `1,204 inserted, 3 updated`, without zeros: the results of the rows that a job has processed. */
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

const UNITS = ["kB", "MB"] as const;

/** `104857600` → `100 MB`: units of 1,024, like the upload limit of 100 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return countOf(bytes, "byte");
  let value = bytes / 1024;
  let unit = 0;
  for (; value >= 1000 && unit < UNITS.length - 1; unit++) value /= 1024;
  // One decimal if there is only one digit before the point.
  const digits = value < 9.95 ? 1 : 0;
  return `${formatCount(Number(value.toFixed(digits)))} ${UNITS[unit]}`;
}
