import "server-only";
import type { SupabaseClient, User } from "@supabase/supabase-js";
import type { Database } from "../supabase/database.types.ts";
import { localPart, type Viewer } from "./types.ts";

type Client = SupabaseClient<Database>;

export type Identity = { user: User; viewer: Viewer };

/**
 * The account that a client acts for, verified by the auth service, not merely read from a cookie; null
 * without a session, and for an expired or forged one.
 * @param token of a client without a session of its own
 */
export async function getUser(client: Client, token?: string): Promise<User | null> {
  const { data, error } = await client.auth.getUser(token);
  return error ? null : data.user;
}

/** The account, for the interface. An error in reading the role means not an administrator. */
export async function getViewer(client: Client, user: User): Promise<Viewer> {
  const { data: role } = await client.from("user_roles").select("role").eq("user_id", user.id).maybeSingle();
  const email = user.email ?? "";
  return { id: user.id, email, name: localPart(email), isAdmin: role?.role === "admin" };
}

/**
 * The account that a client acts for and its role, as the database shows it to that account. Null where
 * `getUser` gives null, and where anything goes wrong on the way: an error never makes an administrator.
 * @param token of a client without a session of its own
 */
export async function identify(client: Client, token?: string): Promise<Identity | null> {
  try {
    const user = await getUser(client, token);
    return user && { user, viewer: await getViewer(client, user) };
  } catch {
    return null;
  }
}
