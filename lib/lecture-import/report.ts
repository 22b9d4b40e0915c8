import type { Field } from "./columns.ts";
import type { ImportJob } from "./job.ts";

/** The cells of a lecture by their fields. */
export type LectureCells = Record<Field, string | number | null>;

/** A lecture that a check has found to differ: without `before` it is new, without `after` the file has it not. */
export type Difference = { nth: number; before: LectureCells | null; after: LectureCells | null };

/** What is wrong with a row of a file; of an undo, what was left as it is. */
export type Fault = { rowNumber: number; column: string | null; value: string; reason: string };

/** All that is shown of an import, a check or an undo. */
export type ImportReport = {
  job: ImportJob;
  /** Who began it: a name, or for administrators an e-mail address; null where there is none to be told. */
  person: string | null;
  /** What an undo takes back. */
  undoOf: ImportJob | null;
  /** What takes this back. */
  undo: ImportJob | null;
  /** The import of a checked file. */
  import: ImportJob | null;
  /** The first 20. */
  faults: Fault[];
  /** The first 200 of each. */
  differences: Record<"new" | "changed" | "edited" | "missing", Difference[]>;
  /** Courses with lectures that were added or changed: how many, and the first 24. */
  courses: { total: number; first: { name: string; courseId: string | null }[] };
};

/** Whether what a job has changed can be taken back. */
export function canUndo({ job, undo }: Pick<ImportReport, "job" | "undo">): boolean {
  const hasEnded = job.status === "completed" || job.status === "failed";
  return hasEnded && job.mode !== "check" && job.hasHistory && job.changeCount > 0 && !undo;
}

/** The fields in which two versions of a lecture differ, in the columns' order. */
export function changedFields(fields: readonly Field[], { before, after }: Difference): Field[] {
  return before && after ? fields.filter((field) => before[field] !== after[field]) : [];
}
