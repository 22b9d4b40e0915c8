import { createClient } from "@supabase/supabase-js";
import { type ImportStatus, statusNames } from "../lib/lecture-import/job.ts";
import { withoutRetries, withoutSession } from "../lib/supabase/client.ts";
import type { Database } from "../lib/supabase/database.types.ts";
import { uncachedFetch } from "../lib/supabase/fetch.ts";

/** How long a scrape waits for the database. */
const TIMEOUT_MS = 2_000;

type ImportStates = Record<ImportStatus, number>;

/**
 * Creates the function that counts imports by state. It uses the secret key, because no user is signed in, and
 * returns null if the backend does not answer in time.
 */
export function createImportStates({ supabaseUrl, secretKey }: { supabaseUrl: string; secretKey: string }) {
  const client = createClient<Database>(supabaseUrl, secretKey, {
    auth: withoutSession,
    db: withoutRetries,
    global: { fetch: uncachedFetch },
  });
  return async (): Promise<ImportStates | null> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const counting = Object.keys(statusNames).map(async (status) => {
      const { count } = await client
        .from("import_jobs")
        .select("*", { count: "exact", head: true })
        .eq("status", status)
        .abortSignal(signal);
      return [status, count] as const;
    });
    const counted = await Promise.all(counting);
    return counted.some(([, count]) => count === null) ? null : (Object.fromEntries(counted) as ImportStates);
  };
}
