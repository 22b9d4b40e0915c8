import { BYTE_ORDER_MARK, keepApostrophe, neutraliseFormula, serialiseRow } from "../csv/serialise-csv.ts";
import { streamCsv } from "../csv/stream-csv.ts";
import type { Client } from "../supabase/client.ts";
import type { Tables } from "../supabase/database.types.ts";
import { toError } from "../supabase/responses.ts";
import { COLUMN_NAMES, FIELDS } from "./columns.ts";
import type { LectureCells } from "./report.ts";

/** The purpose of an exported file: `spreadsheets` is safe to open in one; `exact` has every cell as it is stored. */
export const EXPORT_PURPOSES = ["spreadsheets", "exact"] as const;
export type ExportPurpose = (typeof EXPORT_PURPOSES)[number];

/** A lecture as stored in the database. */
export type LectureRow = Tables<"lectures">;

/** The data API's limit of rows in one response. */
const LECTURES_AT_ONCE = 1000;

/** The header row, after a byte order mark if the purpose needs one. */
export function headerLine(purpose: ExportPurpose): string {
  const names = serialiseRow(FIELDS.map((field) => COLUMN_NAMES[field]));
  return purpose === "spreadsheets" ? BYTE_ORDER_MARK + names : names;
}

const toCells = (row: LectureRow): LectureCells =>
  Object.fromEntries(FIELDS.map((field) => [field, row[COLUMN_NAMES[field]]])) as LectureCells;

/** A lecture as a row of a file; an import of the row yields the same lecture. */
export function lectureLine(lecture: LectureCells, purpose: ExportPurpose): string {
  const guard = purpose === "spreadsheets" ? neutraliseFormula : keepApostrophe;
  return serialiseRow(FIELDS.map((field) => guard(String(lecture[field] ?? ""))));
}

/**
 * Streams lectures as the bytes of a CSV file. They are read while the file is sent: memory holds one page of them.
 * If reading fails, the stream fails, and a server that sends it aborts the response.
 *
 * @param readPage returns at most `limit` lectures after the last one; fewer than `limit` mean the end
 */
export function streamLectures(
  purpose: ExportPurpose,
  readPage: (last: LectureRow | null, limit: number) => Promise<LectureRow[]>,
): ReadableStream {
  async function* pieces() {
    yield headerLine(purpose);
    for (let last: LectureRow | null = null; ; ) {
      const rows: LectureRow[] = await readPage(last, LECTURES_AT_ONCE);
      yield rows.map((row) => lectureLine(toCells(row), purpose)).join("");
      last = rows.at(-1) ?? null;
      if (!last || rows.length < LECTURES_AT_ONCE) return;
    }
  }
  return streamCsv(pieces());
}

/**
 * The catalogue as a CSV file, including hidden lectures, course by course: all of it, or the lectures that the
 * console's list shows for a query.
 *
 * @param client acts as an account that may view the console
 * @param query parsed; may be empty
 */
export function exportLectures(
  client: Client,
  { query, purpose }: { query: string; purpose: ExportPurpose },
): ReadableStream {
  return streamLectures(purpose, async (last, limit) => {
    const page = await client.rpc("admin_export_lectures", {
      p_query: query,
      p_after_course: last?.[COLUMN_NAMES.course_name] ?? "",
      // The generated type does not allow null.
      p_after_number: (last?.[COLUMN_NAMES.lecture_number] ?? null) as number,
      p_after_id: last?.id ?? 0,
      p_limit: limit,
    });
    if (page.error) throw toError({ ...page, error: page.error }, "The lectures could not be read");
    return page.data;
  });
}
