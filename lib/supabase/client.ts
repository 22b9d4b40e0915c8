import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "./database.types.ts";

/** A client of the product's tables and functions, whatever key it has. */
export type Client = SupabaseClient<Database>;

/** The options of a client that has no session, and neither stores nor looks for one. */
export const withoutSession = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/** supabase-js would try each read again for seven seconds, however long the backend has been away: see `restart.ts`. */
export const withoutRetries = { retry: false };
