import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "./database.types.ts";

/** A client for the product's tables and functions, with any key. */
export type Client = SupabaseClient<Database>;

/** The options of a client without a session, which neither stores nor looks for one. */
export const withoutSession = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/** Otherwise supabase-js retries each read for seven seconds, however long the backend is down: see `restart.ts`. */
export const withoutRetries = { retry: false };
