import type { FileFormat } from "../csv/format.ts";
import { START_LENGTH } from "../csv/format.ts";
import type { FieldChoice } from "../csv/header.ts";
import type { Failure } from "../csv/parse-csv.ts";
import { type Preview, previewTable } from "../csv/preview.ts";
import { type Field, lectureTable } from "./columns.ts";

/** How a file of lectures will be read. */
export type LecturePreview = Preview<Field>;

/** Says how a file of lectures will be read, by its first megabyte. */
export async function previewLectures(
  file: Blob,
  fields: readonly FieldChoice<Field>[],
): Promise<LecturePreview | Failure> {
  const start = new Uint8Array(await file.slice(0, START_LENGTH).arrayBuffer());
  return previewTable(start, lectureTable, { isWhole: file.size <= START_LENGTH, fields });
}

const ENCODINGS: Record<FileFormat["encoding"], string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
};
const DELIMITERS: Record<FileFormat["delimiter"], string> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars",
};

/** `Text in UTF-8, separated by commas; row 1 names the columns.` */
export const describeFormat = ({ encoding, delimiter, headerRow }: FileFormat): string =>
  `Text in ${ENCODINGS[encoding]}, separated by ${DELIMITERS[delimiter]}; row ${headerRow} names the columns.`;
