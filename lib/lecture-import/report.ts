import { countOf } from "../catalogue/display.ts";
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
  /** Of a check: missing lectures that an import would not remove, because learners have progress or notes there. */
  keptCount: number;
  /** The first 20. */
  faults: Fault[];
  /** The first 200 of each. `kept` are those that an import left that was to remove missing ones. */
  differences: Record<"new" | "changed" | "edited" | "missing" | "kept", Difference[]>;
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

/** The most lectures that an import removes without having their number typed, and the most of a hundred that are there. */
const FEW = 50;
const FEW_PERCENT = 5;

/**
 * Whether removing the lectures that are missing in a file has to be confirmed by typing their number: so that a file of half
 * a course does not remove the other half by one press.
 */
export function needsTyping(
  removed: number,
  { updatedRows, unchangedRows, missingRows }: ImportJob,
): boolean {
  const known = updatedRows + unchangedRows + (missingRows ?? 0);
  return removed > FEW || removed * 100 > known * FEW_PERCENT;
}

/** `Import 1,241 rows and remove 9 lectures`: what a press will do; null where that is nothing. */
export function importLabel(rows: number, removed: number): string | null {
  const parts = [
    rows > 0 && `import ${countOf(rows, "row")}`,
    removed > 0 && `remove ${countOf(removed, "lecture")}`,
  ];
  const text = parts.filter(Boolean).join(" and ");
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : null;
}

/** `12 lectures will lose what they have in Subject and Keywords.`: what comes of columns that a file has not and that are emptied. */
export function emptiedText(names: readonly string[], lectures: number): string {
  const fields = new Intl.ListFormat("en").format(names);
  if (lectures === 0) return `No lecture of the file has anything in ${fields} that would be emptied.`;
  const has = lectures === 1 ? "it has" : "they have";
  return `${countOf(lectures, "lecture")} will lose what ${has} in ${fields}. “Undo this import” brings it back.`;
}
