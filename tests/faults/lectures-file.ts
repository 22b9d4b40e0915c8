import type { Random } from "../../bench/random.ts";
import { COLUMN_NAMES, FIELDS } from "../../lib/lecture-import/columns.ts";
import type { RowCounts } from "../../lib/lecture-import/import-lectures.ts";

/** A file of lectures, the expected counts of its rows, and the expected views of each lecture in the catalogue. */
export type LecturesFile = { csv: string; rows: number; counts: RowCounts; views: Map<string, number> };

/**
 * Makes a file with a random mix of new, unchanged, changed and invalid lectures.
 * @param course prefix of its course names, which no other file may use
 */
export function makeLecturesFile(course: string, rows: number, random: Random): LecturesFile {
  const lines = [FIELDS.map((field) => COLUMN_NAMES[field]).join(",")];
  const counts: RowCounts = { inserted: 0, updated: 0, unchanged: 0, rejected: 0 };
  const views = new Map<string, number>();
  const known: string[] = [];
  for (let row = 0; row < rows; row++) {
    const chance = random.next();
    if (chance < 0.02) {
      lines.push(line(course, row, { youtube: "https://video.example/watch?v=1" }));
      counts.rejected += 1;
      continue;
    }
    const old = chance < 0.1 && known.length > 0 ? random.pick(known) : undefined;
    const name = old ?? `Lecture ${row}`;
    const number = Number(name.slice("Lecture ".length));
    const isSame = old !== undefined && chance < 0.06;
    const newViews = isSame ? (views.get(name) ?? 0) : row;
    if (!old) known.push(name);
    counts[!old ? "inserted" : isSame ? "unchanged" : "updated"] += 1;
    views.set(name, newViews);
    lines.push(line(course, number, { views: String(newViews) }));
  }
  return { csv: lines.join("\n"), rows, counts, views };
}

/** Lectures per course. */
const COURSE_LENGTH = 40;

function line(course: string, number: number, overrides: Partial<Record<string, string>>): string {
  const name = `${course} ${Math.floor(number / COURSE_LENGTH)}`;
  const cells: Partial<Record<string, string>> = {
    course_name: name,
    course_description: `"What there is to know of ${name}, from the beginning.\nWith ""exercises""."`,
    subject: "Fault tolerance",
    lecture_number: String(number),
    lecture_name: `Lecture ${number}`,
    youtube: "https://www.youtube.com/embed/abcdefghijk",
    keywords: '"crash, recovery, lease"',
    ...overrides,
  };
  return FIELDS.map((field) => cells[field] ?? "").join(",");
}
