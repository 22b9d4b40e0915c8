import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../supabase/database.types.ts";
import type { WriteBatch } from "./import-lectures.ts";

/**
 * Writes batches by the database function `import_lectures`, which stores rows, rejections and the job's
 * position in one transaction. It refuses a batch that does not start at the job's position, so that no row
 * goes in twice; that and every other refusal is thrown.
 *
 * @param client one with the secret key; the function is closed to everyone else
 * @param jobId an import job whose status is `processing`
 */
export function createJobWriter(client: SupabaseClient<Database>, jobId: string): WriteBatch {
  return async ({ position, lectures, rejections }) => {
    const { data, error } = await client.rpc("import_lectures", {
      p_job: jobId,
      p_position: position,
      p_rows: JSON.stringify(lectures),
      p_rejected: JSON.stringify(rejections),
    });
    const counts = data?.[0];
    if (error || !counts) {
      throw new Error(`Rows from ${position} on were not stored: ${error?.message ?? "no answer"}`, {
        cause: error,
      });
    }
    return counts;
  };
}
