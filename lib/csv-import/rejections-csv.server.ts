import "server-only";
import { Readable } from "node:stream";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../supabase/database.types.ts";
import { readRejections } from "./jobs.server.ts";
import { neutraliseFormula, serialiseRow } from "./serialise-csv.ts";

/** Without it a spreadsheet takes the file for one in the computer's old encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

const HEADER = ["Row", "Column", "Value", "Reason"];

/**
 * The rejected rows of a job as the bytes of a CSV file, read as they are asked for. What a spreadsheet
 * would take for a formula is made text.
 */
export function rejectionsCsv(client: SupabaseClient<Database>, jobId: string): ReadableStream {
  async function* pieces() {
    yield BYTE_ORDER_MARK + serialiseRow(HEADER);
    for await (const rejections of readRejections(client, jobId)) {
      yield rejections
        .map(({ row_number, column_name, value, reason }) =>
          serialiseRow([String(row_number), ...[column_name ?? "", value, reason].map(neutraliseFormula)]),
        )
        .join("");
    }
  }
  return Readable.toWeb(Readable.from(pieces(), { objectMode: false })) as ReadableStream;
}
