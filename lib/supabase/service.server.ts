import "server-only";
import { createClient } from "@supabase/supabase-js";
import { getAppEnv } from "../env.ts";
import { withoutRetries, withoutSession } from "./client.ts";
import type { Database } from "./database.types.ts";
import { uncachedFetch } from "./fetch.ts";

/**
 * DANGER: the installation's own client. It carries the secret key and passes every row-level
 * security policy. Only for what no visitor's or user's key may do, with the reason beside the
 * call; never hand on what it read without choosing the columns. Nothing it reads is cached.
 */
export function serviceClient() {
  const { supabaseUrl, secretKey } = getAppEnv();
  return createClient<Database>(supabaseUrl, secretKey, {
    auth: withoutSession,
    db: withoutRetries,
    global: { fetch: uncachedFetch },
  });
}
