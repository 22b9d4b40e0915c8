import "server-only";
import type { SupabaseClient, User } from "@supabase/supabase-js";
import type { Database } from "../supabase/database.types.ts";
import type { SessionClient } from "../supabase/session.server.ts";
import { localPart, type Viewer } from "./types.ts";

/**
 * The account of a session, verified by the auth service, not merely read from a cookie; null
 * without one, and for an expired or forged one.
 */
export async function getUser(client: SessionClient): Promise<User | null> {
  const { data, error } = await client.auth.getUser();
  return error ? null : data.user;
}

/** Who is signed in, for the interface. An error in reading the role means not an administrator. */
export async function getViewer(client: SupabaseClient<Database>, user: User): Promise<Viewer> {
  const { data: role } = await client.from("user_roles").select("role").eq("user_id", user.id).maybeSingle();
  const email = user.email ?? "";
  return { id: user.id, email, name: localPart(email), isAdmin: role?.role === "admin" };
}
