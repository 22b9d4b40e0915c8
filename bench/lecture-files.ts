import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Sql } from "postgres";
import type { ImportedLecture } from "../lib/lecture-import/columns.ts";
import { COLUMN_NAMES, FIELDS } from "../lib/lecture-import/columns.ts";

/** The quoted names of all columns for SQL, in the order of the rows that `toCsv` yields. */
const COLUMN_LIST = FIELDS.map((field) => `"${COLUMN_NAMES[field]}"`).join(", ");

const PIECE_LENGTH = 256 * 1024;

/** Yields lectures as CSV text with a header, in pieces of some 256 kB; stops at about `limit` bytes. */
export function* toCsv(lectures: Iterable<ImportedLecture>, limit = Number.POSITIVE_INFINITY) {
  let piece = `${FIELDS.map((field) => COLUMN_NAMES[field]).join(",")}\n`;
  let length = 0;
  for (const lecture of lectures) {
    piece += `${FIELDS.map((field) => quote(lecture[field])).join(",")}\n`;
    if (piece.length < PIECE_LENGTH && length + piece.length < limit) continue;
    yield piece;
    length += Buffer.byteLength(piece);
    piece = "";
    if (length >= limit) return;
  }
  yield piece;
}

function quote(value: string | number | null = null): string {
  if (value === null) return "";
  const text = String(value);
  // Quotation marks around a backslash, because a cell `\\.` would end the input of COPY.
  return /[",\r\n\\]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes a CSV file like one that an administrator would upload. */
export async function writeCsv(
  path: string,
  lectures: Iterable<ImportedLecture>,
  limit?: number,
): Promise<void> {
  await pipeline(Readable.from(toCsv(lectures, limit)), createWriteStream(path));
}

/** Streams lectures into a table that has the columns of `lectures`, by COPY. */
export async function copyLectures(
  sql: Sql,
  lectures: Iterable<ImportedLecture>,
  table = "public.lectures",
): Promise<void> {
  await copyCsv(sql, Readable.from(toCsv(lectures)), table);
}

/**
 * Copies the bytes of a CSV file into such a table, as `\copy … with (format csv, header)` of psql does. The columns of the
 * file must be in the order of FIELDS: COPY ignores the names in its header.
 */
export async function copyCsv(sql: Sql, source: Readable, table: string): Promise<void> {
  const connection = await sql.reserve();
  try {
    const target = await connection
      .unsafe(`copy ${table} (${COLUMN_LIST}) from stdin with (format csv, header)`)
      .writable();
    await pipeline(source, target);
  } finally {
    connection.release();
  }
}
