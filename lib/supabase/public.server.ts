import "server-only";
import { createClient } from "@supabase/supabase-js";
import { getAppEnv } from "../env.ts";
import { withoutRetries, withoutSession } from "./client.ts";
import type { Database } from "./database.types.ts";
import { sendWithRetry } from "./restart.ts";

/** Cache tag of everything read from the catalogue; an import expires it. */
export const CATALOGUE_TAG = "catalogue";

/** Cache tag of everything that shows lengths of videos; the database expires it at most once an hour. */
export const LENGTHS_TAG = "lengths";

/**
 * The visitor's client: publishable key, no session, no cookie, so that its responses may be shared.
 * Next caches them until one of their tags expires; outside Next the extra options have no effect.
 * @param cache `no-store` for data that is cached in another form
 */
export function publicClient(
  cache: "force-cache" | "no-store" = "force-cache",
  tags: string[] = [CATALOGUE_TAG],
) {
  const { supabaseUrl, publishableKey } = getAppEnv();
  return createClient<Database>(supabaseUrl, publishableKey, {
    auth: withoutSession,
    db: withoutRetries,
    global: {
      fetch: async (input, init) => {
        // This client only reads.
        return sendWithRetry(() => fetch(input, { ...init, cache, next: { tags } }));
      },
    },
  });
}
