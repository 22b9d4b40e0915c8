import { COLUMN_NAMES, FIELDS, type Field } from "../../../lib/lecture-import/columns.ts";
import type { Batch, WriteBatch } from "../../../lib/lecture-import/import-lectures.ts";

export const HEADER_LINE = FIELDS.map((field) => COLUMN_NAMES[field]).join(",");

/** A row's cells in the order of the header line: a valid lecture with some fields replaced. */
export function cellsWith(fields: Partial<Record<Field, string>> = {}): string[] {
  const lecture: Partial<Record<Field, string>> = {
    course_name: "Course",
    lecture_name: "Lecture",
    ...fields,
  };
  return FIELDS.map((field) => lecture[field] ?? "");
}

/** The same as a line of CSV, with quotes only around cells that need them. */
export function lineWith(fields: Partial<Record<Field, string>> = {}): string {
  return cellsWith(fields)
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(",");
}

/** Counts every lecture as inserted and stores none. */
export const acceptBatch: WriteBatch = async ({ lectures, rejections }) => ({
  inserted: lectures.length,
  updated: 0,
  unchanged: 0,
  rejected: rejections.length,
});

const NOTHING = Object.fromEntries(FIELDS.map((field) => [field, null]));

/**
 * An in-memory catalogue that stores and counts like the database function, and records the batches it
 * receives. A lecture keeps its value in any column that the file lacks.
 */
export function memoryCatalogue() {
  const lectures = new Map<string, string>();
  const batches: Batch[] = [];
  const writeBatch: WriteBatch = async (batch) => {
    batches.push(batch);
    const counts = { inserted: 0, updated: 0, unchanged: 0, rejected: batch.rejections.length };
    for (const lecture of batch.lectures) {
      const key = JSON.stringify([lecture.course_name, lecture.lecture_number, lecture.lecture_name]);
      const known = lectures.get(key);
      const content = JSON.stringify({ ...(known === undefined ? NOTHING : JSON.parse(known)), ...lecture });
      counts[known === undefined ? "inserted" : known === content ? "unchanged" : "updated"]++;
      lectures.set(key, content);
    }
    return counts;
  };
  return { lectures, batches, writeBatch };
}
