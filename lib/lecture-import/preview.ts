import "../zod-in-browsers.ts";
import { START_LENGTH } from "../csv/format.ts";
import type { FieldChoice } from "../csv/header.ts";
import type { Failure } from "../csv/parse-csv.ts";
import { type Preview, previewTable } from "../csv/preview.ts";
import { type Field, lectureTable } from "./columns.ts";

export { COLUMN_NAMES } from "./columns.ts";

/** How a file of lectures will be read. */
export type LecturePreview = Preview<Field>;

/** Shows how a file of lectures will be read, from its first megabyte. */
export async function previewLectures(
  file: Blob,
  fields: readonly FieldChoice<Field>[],
): Promise<LecturePreview | Failure> {
  const start = new Uint8Array(await file.slice(0, START_LENGTH).arrayBuffer());
  return previewTable(start, lectureTable, { isWhole: file.size <= START_LENGTH, fields });
}
