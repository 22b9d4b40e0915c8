import "server-only";
import { createClient } from "@supabase/supabase-js";
import { getAppEnv } from "../env.ts";
import { withoutRetries, withoutSession } from "./client.ts";
import type { Database } from "./database.types.ts";
import { sendThroughRestart } from "./restart.ts";

/** Tag of everything read from the catalogue; an import expires it. */
export const CATALOGUE_TAG = "catalogue";

/** Tag of what shows lengths of videos, which the database expires once an hour at most. */
export const LENGTHS_TAG = "lengths";

/**
 * The visitor's client: publishable key, no session, no cookie, so that its responses may be shared.
 * Next keeps them until one of their tags expires; outside Next the extra options mean nothing.
 * @param cache `no-store` for what is kept in another form
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
        return sendThroughRestart(() => fetch(input, { ...init, cache, next: { tags } }));
      },
    },
  });
}
