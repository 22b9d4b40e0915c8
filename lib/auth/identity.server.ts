import "server-only";
import type { SupabaseClient, User } from "@supabase/supabase-js";
import type { Database } from "../supabase/database.types.ts";
import type { Viewer } from "./types.ts";
import { getViewer } from "./viewer.server.ts";

export type Identity = { user: User; viewer: Viewer };

/**
 * Whom a client acts for: the account as the auth service knows it, and its role as the database
 * shows it to that account. Null for nobody, and for an expired or forged token; whatever goes wrong
 * on the way makes nobody an administrator.
 * @param token of a client without a session of its own
 */
export async function identify(client: SupabaseClient<Database>, token?: string): Promise<Identity | null> {
  try {
    const { data, error } = await client.auth.getUser(token);
    return error ? null : { user: data.user, viewer: await getViewer(client, data.user) };
  } catch {
    return null;
  }
}
