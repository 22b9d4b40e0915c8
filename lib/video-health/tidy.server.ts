import "server-only";
import { serviceClient } from "../supabase/service.server.ts";

const HOUR_MS = 3_600_000;
/** Rows of each kind that one call forgets. */
const MOST_ROWS = 10_000;

/** Forgets what is older than it may be, and has pages show lengths that are new. Errors are logged. */
export async function tidyVideos(): Promise<void> {
  // What players report is no account's.
  const { error } = await serviceClient().rpc("tidy_videos", { p_limit: MOST_ROWS });
  if (error) console.error("Old reports of videos could not be forgotten:", error.message);
}

/** Does so once an hour. Called once, at the start. */
export function startTidyingVideos(): void {
  setInterval(() => void tidyVideos().catch(console.error), HOUR_MS).unref();
}
