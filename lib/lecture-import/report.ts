import { countOf } from "../catalogue/display.ts";
import type { Field } from "./columns.ts";
import type { ImportJob } from "./job.ts";

/** The cells of a lecture by their fields. */
export type LectureCells = Record<Field, string | number | null>;

/** A lecture that differs between catalogue and file: it is new if `before` is null, missing if `after` is null. */
export type Difference = { nth: number; before: LectureCells | null; after: LectureCells | null };

/** What is wrong with a row of a file; for an undo, a change that was not reverted. */
type Fault = { rowNumber: number; column: string | null; value: string; reason: string };

/** Everything that the console shows of an import, a check or an undo. */
export type ImportReport = {
  job: ImportJob;
  /** Who started it: a display name, or without one an e-mail address, which only administrators get; or null. */
  person: string | null;
  /** For an undo: the job whose changes it reverts. */
  undoOf: ImportJob | null;
  /** The last undo of this job. */
  undo: ImportJob | null;
  /** Whether the undo of this job was itself undone, so that what the job changed is back. */
  isUndoUndone: boolean;
  /** The import of a checked file. */
  import: ImportJob | null;
  /** For a check: whether the catalogue has been changed by a job since it began. */
  isOutdated: boolean;
  /** For a check: missing lectures that an import would not remove, because learners have progress or notes there. */
  keptCount: number;
  /** The first 20. */
  faults: Fault[];
  /** The first 200 of each. `kept` are missing lectures that an import was to remove but kept. */
  differences: Record<"new" | "changed" | "edited" | "missing" | "kept", Difference[]>;
  /** Courses with lectures that were added or changed: how many, and the first 24. */
  courses: {
    total: number;
    first: { name: string; courseId: string | null }[];
    /** The first five whose slug is another course's address. */
    waiting: { name: string; courseId: string; slug: string }[];
  };
};

/**
 * Whether the changes of a job can be undone, also those that an earlier undo had to leave as they were, and again after
 * an undo that did not come to its end was itself undone.
 */
export function canUndo({
  job,
  undo,
  isUndoUndone,
}: Pick<ImportReport, "job" | "undo" | "isUndoUndone">): boolean {
  const hasEnded = job.status === "completed" || job.status === "failed";
  const isOpen = !undo || isPartial(undo) || (undo.status === "failed" && isUndoUndone);
  return hasEnded && job.mode !== "check" && job.hasHistory && job.changeCount > 0 && isOpen;
}

/** Whether an undo has left something as it was. */
export const isPartial = (undo: ImportJob): boolean => undo.status === "completed" && undo.rejectedRows > 0;

/** The fields in which two versions of a lecture differ, in the columns' order. */
export function changedFields(fields: readonly Field[], { before, after }: Difference): Field[] {
  return before && after ? fields.filter((field) => before[field] !== after[field]) : [];
}

const LONG = 200;
/** How many of the characters before a difference are shown. */
const LEAD = 40;

/** At most 200 characters of a text, with the first that differ from another text among them. */
export function excerptAtDifference(text: string, other: string): string {
  const [characters, others] = [[...text], [...other]];
  if (characters.length <= LONG) return text;
  const found = characters.findIndex((character, index) => character !== others[index]);
  const first = found === -1 ? characters.length : found;
  const start = first < LONG - LEAD ? 0 : first - LEAD;
  const end = start + LONG;
  return `${start > 0 ? "…" : ""}${characters.slice(start, end).join("")}${end < characters.length ? "…" : ""}`;
}

/** The most lectures that an import removes without typed confirmation: a number, and a percentage of the known. */
const FEW = 50;
const FEW_PERCENT = 5;

/**
 * Whether the editor has to type the number of missing lectures to confirm their removal, so that a file with
 * half of a course does not remove the other half with a single click.
 */
export function needsTyping(
  removed: number,
  { updatedRows, unchangedRows, missingRows }: ImportJob,
): boolean {
  const known = updatedRows + unchangedRows + (missingRows ?? 0);
  return removed > FEW || removed * 100 > known * FEW_PERCENT;
}

/** Between how many rows of a check's file go in if they overwrite edits: some of the edited may be changed anyway. */
export function rowsOverEdits({ insertedRows, updatedRows, unchangedRows, editedRows }: ImportJob) {
  const least = insertedRows + Math.max(updatedRows, editedRows);
  return { least, most: insertedRows + updatedRows + Math.min(unchangedRows, editedRows) };
}

/** `Import 1,241 rows and remove 9 lectures`: the label of the import button; null if there is nothing to do. */
export function importLabel(
  { least, most }: { least: number; most: number },
  removed: number,
): string | null {
  const parts = [
    most > 0 && `import ${least < most ? "up to " : ""}${countOf(most, "row")}`,
    removed > 0 && `remove ${countOf(removed, "lecture")}`,
  ];
  const text = parts.filter(Boolean).join(" and ");
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : null;
}

/** `12 lectures will lose what they have in Subject and Keywords.`: the effect of columns that are emptied. */
export function emptiedText(names: readonly string[], lectures: number): string {
  const fields = new Intl.ListFormat("en").format(names);
  if (lectures === 0) return `No lecture of the file has anything in ${fields} that would be emptied.`;
  const has = lectures === 1 ? "it has" : "they have";
  return `${countOf(lectures, "lecture")} will lose what ${has} in ${fields}. “Undo this import” brings it back.`;
}
