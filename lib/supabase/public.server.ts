import "server-only";
import { createClient } from "@supabase/supabase-js";
import { getAppEnv } from "../env.ts";
import { withoutRetries, withoutSession } from "./client.ts";
import type { Database } from "./database.types.ts";

/** Tag of everything read from the catalogue; an import expires it. */
export const CATALOGUE_TAG = "catalogue";

/**
 * The visitor's client: publishable key, no session, no cookie, so that its responses may be shared.
 * Next keeps them until `CATALOGUE_TAG` expires; outside Next the extra options mean nothing.
 * @param cache `no-store` for what is kept in another form
 */
export function publicClient(cache: "force-cache" | "no-store" = "force-cache") {
  const { supabaseUrl, publishableKey } = getAppEnv();
  return createClient<Database>(supabaseUrl, publishableKey, {
    auth: withoutSession,
    db: withoutRetries,
    global: {
      fetch: async (input, init) => {
        const send = () => fetch(input, { ...init, cache, next: { tags: [CATALOGUE_TAG] } });
        // A connection that was kept open may be closed just when it is used again. This client only
        // reads, so a second try does no harm.
        return send().catch(send);
      },
    },
  });
}
