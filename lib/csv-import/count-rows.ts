import type { ByteSource } from "./decode-utf8.ts";
import type { Failure } from "./failure.ts";
import { noRows, openTable } from "./open-table.ts";

/**
 * Reads a file to its end without checking its cells: what makes `importLectures` fail is found out before a
 * row is written, and how many rows it will report.
 *
 * @returns the data rows, as `total` of `importLectures`, or the failure that it would end with
 * @throws errors of the source
 */
export async function countRows(source: ByteSource): Promise<{ ok: true; rows: number } | Failure> {
  const table = await openTable(source);
  if (!table.ok) return table;
  let rows = 0;
  for await (const row of table.rows) {
    if (!row.ok) return row;
    rows++;
  }
  return rows === 0 ? noRows() : { ok: true, rows };
}
