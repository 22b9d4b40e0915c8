import "server-only";
import { createClient } from "@supabase/supabase-js";
import { getAppEnv } from "../env.ts";
import { withoutRetries, withoutSession } from "./client.ts";
import type { Database } from "./database.types.ts";
import { uncachedFetch } from "./fetch.ts";

/**
 * DANGER: the installation's own client. It uses the secret key and bypasses all row-level security. Use it only for
 * operations that no visitor's or user's key may perform, with the reason in a comment at the call, and never pass
 * on the rows that it reads without choosing the columns. Nothing that it reads is cached.
 */
export function serviceClient() {
  const { supabaseUrl, secretKey } = getAppEnv();
  return createClient<Database>(supabaseUrl, secretKey, {
    auth: withoutSession,
    db: withoutRetries,
    global: { fetch: uncachedFetch },
  });
}
