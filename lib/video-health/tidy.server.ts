import "server-only";
import { serviceClient } from "../supabase/service.server.ts";

/** The most rows of each kind that one call deletes. */
const MOST_ROWS = 10_000;

/** Deletes expired reports, suspicions and lengths, and makes pages show new lengths. Errors are logged. */
export async function tidyVideos(): Promise<void> {
  // The service client, because no account may change the reports of players.
  const { error } = await serviceClient().rpc("tidy_videos", { p_limit: MOST_ROWS });
  if (error) console.error("Old reports of videos could not be forgotten:", error.message);
}
