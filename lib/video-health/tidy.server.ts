import "server-only";
import { serviceClient } from "../supabase/service.server.ts";

/** Rows of each kind that one call forgets. */
const MOST_ROWS = 10_000;

/** Forgets what is older than it may be, and has pages show lengths that are new. Errors are logged. */
export async function tidyVideos(): Promise<void> {
  // What players report is no account's.
  const { error } = await serviceClient().rpc("tidy_videos", { p_limit: MOST_ROWS });
  if (error) console.error("Old reports of videos could not be forgotten:", error.message);
}
