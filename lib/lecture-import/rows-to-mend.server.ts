import "server-only";
import { showName } from "../csv/header.ts";
import { BYTE_ORDER_MARK, neutraliseFormula, restoreFormula, serialiseRow } from "../csv/serialise-csv.ts";
import { streamCsv } from "../csv/stream-csv.ts";
import { isAboutNames, isAboutWidth, openTable } from "../csv/table.ts";
import type { Client } from "../supabase/client.ts";
import { openUpload } from "./bucket.server.ts";
import { toChoices } from "./column-choices.ts";
import { lectureTable } from "./columns.ts";
import { REASON } from "./files.ts";
import { readRejections } from "./jobs.server.ts";

/** The end of a reason that keeps a row from being imported. */
const HELD_BACK = ". Empty this cell when the row is right.";

/**
 * The rejected rows of a job as they are in its file, below the file's own header and with an additional column of
 * reasons, to be corrected and imported again; until then each is rejected again. Streamed from the file. Null if there
 * is no such job, it has no file, or the file's header cannot be read.
 * @param client acts as an editor
 * @throws {MissingFileError} if the file no longer exists
 */
export async function rowsToMend(client: Client, jobId: string): Promise<ReadableStream | null> {
  const query = client.from("import_jobs").select("file_path, fields").eq("id", jobId);
  const { data: job } = await query.maybeSingle().throwOnError();
  if (!job?.file_path) return null;
  const fields = toChoices(job.fields);
  const table = await openTable(await openUpload(client, job.file_path), lectureTable, { fields });
  if (!table.ok) return null;
  const { names, width, fullWidth } = table.header;
  const hasReason = names[width - 1] === REASON;
  // Columns at the end without a name belong to the rows, which may have notes in them.
  const own = hasReason ? width - 1 : fullWidth;

  async function* pieces() {
    if (!table.ok) return;
    try {
      yield BYTE_ORDER_MARK + serialiseRow([...names.slice(0, own).map(guarded), REASON]);
      const rejections = readOneByOne(client, jobId);
      let rejected = await rejections.next();
      /** Of each of the header's columns, its place in the rows below another header; null below the file's own. */
      let order: number[] | null = null;
      for await (const rows of table.rows) {
        if (rejected.done || !Array.isArray(rows)) break;
        for (const row of rows) {
          if (rejected.done || row.rowNumber !== rejected.value.rowNumber) continue;
          if (isAboutNames(rejected.value.reason)) {
            order = orderOf(names.slice(0, own), row.cells);
            rejected = await rejections.next();
            continue;
          }
          // Also the cells that the row has too many: without them it would be valid, and stored with what is left.
          const given = hasReason ? withoutReason(row.cells, width) : row.cells;
          const whole = order ? inOrder(given, order) : given;
          const filled = 1 + whole.findLastIndex((cell) => cell.trim() !== "");
          const length = Math.max(own, filled);
          const cells = Array.from({ length }, (_, index) => guarded(whole[index] ?? ""));
          const reason = neutraliseFormula(rejected.value.reason);
          // Written anew, a row with an open quotation mark, too few cells or damaged text would be a valid one. Its reason
          // is one cell too many.
          const isDamaged = !whole.every((cell) => cell.isWellFormed());
          const isHeldBack = filled <= own && (rejected.value.isAboutRow || isDamaged);
          yield serialiseRow(isHeldBack ? [...cells, "", reason + HELD_BACK] : [...cells, reason]);
          rejected = await rejections.next();
        }
      }
    } finally {
      // Also where the reader leaves before the first row.
      await table.rows.return(undefined);
    }
  }
  return streamCsv(pieces());
}

/** A cell that is no formula for a spreadsheet, with one apostrophe even if the file already has it. */
const guarded = (cell: string) => neutraliseFormula(restoreFormula(cell));

/** Where each name of the header is among the names in another row; null if they are in the same order. */
function orderOf(names: readonly string[], cells: readonly string[]): number[] | null {
  const others = cells.map((cell) => showName(cell).toLowerCase());
  const order = names.map((name) => others.indexOf(name.toLowerCase()));
  return order.every((place, index) => place === index) ? null : order;
}

/** Cells in the header's order; those that no column of the header has follow, as cells that are too many. */
function inOrder(cells: readonly string[], order: readonly number[]): string[] {
  const others = cells.filter((_, index) => !order.includes(index));
  return [...order.map((place) => cells[place] ?? ""), ...others];
}

/** A row's cells without the reason of the last time, which follows the cells that the row has too many. */
function withoutReason(cells: string[], width: number): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== "");
  if (last < width) return cells.toSpliced(width - 1, 1);
  const text = cells[last] ?? "";
  return isAboutWidth(text) || text.endsWith(HELD_BACK) ? cells.toSpliced(last, 1) : cells;
}

async function* readOneByOne(client: Client, jobId: string) {
  for await (const rejections of readRejections(client, jobId))
    for (const { rowNumber, faults } of rejections) {
      const reasons = faults.map(({ column, reason }) => (column ? `${column}: ${reason}` : reason));
      yield {
        rowNumber,
        reason: reasons.join("; "),
        isAboutRow: faults.some(({ column }) => column === null),
      };
    }
}
