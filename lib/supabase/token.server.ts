import "server-only";
import { createClient } from "@supabase/supabase-js";
import { getAppEnv } from "../env.ts";
import type { Database } from "./database.types.ts";
import { uncachedFetch } from "./uncached-fetch.ts";

/**
 * A client that acts as the holder of an access token: row-level security decides. It knows no
 * session and never refreshes one, so pages may use it.
 */
export function tokenClient(token: string) {
  const { supabaseUrl, publishableKey } = getAppEnv();
  return createClient<Database>(supabaseUrl, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      // In this spelling it takes the place of the one that supabase-js sends with the key.
      headers: { Authorization: `Bearer ${token}` },
      fetch: uncachedFetch,
    },
  });
}
