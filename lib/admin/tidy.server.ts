import "server-only";
import { serviceClient } from "../supabase/service.server.ts";

/** Rows that one call forgets. */
const MOST_ROWS = 10_000;

/**
 * Counts this week as far as it has come, and the last one for good once it is over, and forgets searches that found
 * nothing more than 30 days ago. Errors are logged.
 */
export async function tidyDashboard(): Promise<void> {
  // No account may read what others do, not even to count it.
  const client = serviceClient();
  const { error: ofWeeks } = await client.rpc("count_weeks");
  if (ofWeeks) console.error("The weeks could not be counted:", ofWeeks.message);
  const { error: ofSearches } = await client.rpc("forget_missed_searches", { p_limit: MOST_ROWS });
  if (ofSearches) console.error("Old searches could not be forgotten:", ofSearches.message);
}
