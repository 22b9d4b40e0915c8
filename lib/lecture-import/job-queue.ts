import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../supabase/database.types.ts";
import type { WriteBatch } from "./import-lectures.ts";

/**
 * Writes batches by the database function `import_lectures`, which stores rows, rejections and the job's
 * position in one transaction. It refuses a batch that does not start at the job's position, so that no row
 * goes in twice; that and every other refusal is thrown, with the database's error as its cause.
 *
 * @param client one with the secret key; the function is closed to everyone else
 * @param jobId an import job whose status is `processing`
 * @param worker who holds the job's lease; the launcher, which loads presets alone, needs none
 */
export function createJobWriter(
  client: SupabaseClient<Database>,
  jobId: string,
  worker?: string,
): WriteBatch {
  return async ({ position, lectures, rejections }) => {
    const rejected = rejections.map(({ rowNumber, column, value, reason }) => ({
      row_number: rowNumber,
      column_name: column,
      value,
      reason,
    }));
    const batch = {
      p_job: jobId,
      p_position: position,
      p_rows: JSON.stringify(lectures),
      p_rejected: JSON.stringify(rejected),
    };
    const { data, error } = await (worker
      ? client.rpc("import_batch", { ...batch, p_worker: worker })
      : client.rpc("import_lectures", batch));
    const counts = data?.[0];
    if (error || !counts) {
      throw new Error(`Rows from ${position} on were not stored: ${error?.message ?? "no answer"}`, {
        cause: error,
      });
    }
    return counts;
  };
}
