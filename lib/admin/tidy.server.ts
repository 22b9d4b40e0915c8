import "server-only";
import { serviceClient } from "../supabase/service.server.ts";

/** The most rows that one call deletes. */
const MOST_ROWS = 10_000;

/**
 * Updates the counts of the current week, counts a week for the last time after it has ended, and deletes missed
 * searches that are older than 30 days. Errors are logged.
 */
export async function tidyDashboard(): Promise<void> {
  // No account may read other accounts' activity, not even to count it, so the service role is used.
  const client = serviceClient();
  const { error: ofWeeks } = await client.rpc("count_weeks");
  if (ofWeeks) console.error("The weeks could not be counted:", ofWeeks.message);
  const { error: ofSearches } = await client.rpc("forget_missed_searches", { p_limit: MOST_ROWS });
  if (ofSearches) console.error("Old searches could not be forgotten:", ofSearches.message);
}
