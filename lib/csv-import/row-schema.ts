import { z } from "zod";
import {
  decimalNumber,
  optionalText,
  requiredText,
  webAddress,
  wholeNumber,
  youtubeAddress,
} from "./cell-schemas.ts";
import { COLUMN_NAMES, FIELDS, type Field } from "./columns.ts";
import type { Header } from "./header.ts";
import type { CsvRow } from "./parse-csv.ts";
import { excerpt } from "./text-faults.ts";

const lectureSchema = z.object({
  course_name: requiredText(250),
  course_description: optionalText(10_000),
  // Browsers take a path of dots for a step up, so such a subject would have no page.
  subject: optionalText(100).refine((text) => !/^\.{1,2}$/.test(text ?? ""), { error: "nothing but dots" }),
  instructor: optionalText(2_000),
  institution: optionalText(250),
  seo_slug: optionalText(250),
  image: webAddress(2_000),
  lecture_number: wholeNumber(2_147_483_647),
  lecture_name: requiredText(250),
  youtube: youtubeAddress,
  keywords: optionalText(5_000),
  view_rate: decimalNumber(1e12),
  views: wholeNumber(Number.MAX_SAFE_INTEGER, { grouped: true }),
} satisfies Record<Field, z.ZodType>);

/** A lecture as the database takes it: texts trimmed, empty cells null. */
export type ImportedLecture = z.infer<typeof lectureSchema>;

/** What is kept of a row that was not imported. */
export type Rejection = {
  /** As a spreadsheet counts: the header is row 1. */
  row_number: number;
  /** In the file's spelling; null when the row as a whole is at fault. */
  column_name: string | null;
  /** The first 200 characters of the cell, or of the row. */
  value: string;
  reason: string;
};

export type RowResult = { ok: true; lecture: ImportedLecture } | { ok: false; rejection: Rejection };

/** Turns a row of cells into a lecture, or says which cell is the first that cannot be taken and why. */
export function parseRow(row: CsvRow, header: Header): RowResult {
  const { cells, rowNumber, problem } = row;
  const wholeRow = () => cells.slice(0, 200).join(",");
  if (problem) return reject(rowNumber, null, wholeRow(), problem);
  if (cells.length !== header.width) {
    return reject(rowNumber, null, wholeRow(), `${cells.length} cells found, ${header.width} expected`);
  }
  const record: Record<string, string | undefined> = {};
  for (const field of FIELDS) record[field] = cells[header.positions[field]];

  const result = lectureSchema.safeParse(record);
  if (result.success) return { ok: true, lecture: result.data };
  const issue = result.error.issues[0];
  const field = issue?.path[0] as Field;
  return reject(rowNumber, COLUMN_NAMES[field], record[field] ?? "", issue?.message ?? "");
}

function reject(row_number: number, column_name: string | null, value: string, reason: string): RowResult {
  return { ok: false, rejection: { row_number, column_name, value: excerpt(value, 200), reason } };
}
