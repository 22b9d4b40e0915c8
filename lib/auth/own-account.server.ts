import "server-only";
import { isIP } from "node:net";
import { readClientAddress } from "../client-address.ts";
import type { Client } from "../supabase/client.ts";
import type { Database } from "../supabase/database.types.ts";
import { unwrap } from "../supabase/responses.ts";
import { serviceClient } from "../supabase/service.server.ts";
import { readClaims } from "../supabase/token.server.ts";
import { deviceName } from "./device-name.ts";
import { SessionEndedError, type TokenAccount, unwrapOwn } from "./identity.server.ts";
import type { OwnAccount, OwnSession } from "./types.ts";

type SessionRow = Database["public"]["Functions"]["own_sessions"]["Returns"][number];

/**
 * Records the browser that started the session of an access token, for display to its account. A failure is only
 * logged and does not affect the session.
 * @param isRecovery whether the session was started by a link to set a new password
 */
export async function recordSession(token: string, request: Request, isRecovery = false): Promise<void> {
  const address = readClientAddress(request.headers).split("%")[0] ?? "";
  // Accounts must not write these data themselves, and the auth service sees the app's server, not the browser.
  const { error } = await serviceClient().rpc("record_session", {
    p_session: sessionIdOf(token),
    p_device: deviceName(request.headers.get("user-agent") ?? ""),
    p_address: isIP(address) ? address : "",
    p_is_recovery: isRecovery,
  });
  if (error) console.error("The browser of a session could not be kept:", error.message);
}

/**
 * The own data of the account that a client acts for.
 * @throws {SessionEndedError}
 */
export async function readOwnAccount(
  client: Client,
  { id, hasGivenCode }: TokenAccount,
): Promise<OwnAccount> {
  const [profile, sessions] = await Promise.all([
    client.from("profiles").select("display_name").eq("user_id", id).limit(1),
    client.rpc("own_sessions"),
  ]);
  const rows = unwrapOwn(sessions, "The sessions could not be read");
  // An open session is one of them.
  if (rows.length === 0) throw new SessionEndedError();
  return {
    displayName: unwrap(profile, "The profile")[0]?.display_name ?? null,
    hasGivenCode,
    sessions: rows.map(toOwnSession),
  };
}

function toOwnSession(session: SessionRow): OwnSession {
  return {
    id: session.id,
    isCurrent: session.is_current,
    device: session.device,
    address: session.address,
    createdAt: session.created_at * 1000,
    lastActiveAt: session.last_active_at * 1000,
  };
}

/**
 * Sets the display name of the client's account. Returns the stored name; null if nothing of it is visible.
 * @throws {SessionEndedError}
 */
export async function setDisplayName(client: Client, name: string): Promise<string | null> {
  return unwrapOwn(await client.rpc("set_own_display_name", { p_name: name }), "The name could not be kept");
}

/** Ends a session of the account that a client acts for; false if it has no such session. */
export async function endOwnSession(client: Client, id: string): Promise<boolean> {
  return unwrap(await client.rpc("end_own_session", { p_session: id }), "The session");
}

/** Whether the client's session was started by a link to set a new password within the last 15 minutes. */
export async function isRecovering(client: Client): Promise<boolean> {
  return unwrap(await client.rpc("is_recovering"), "The session");
}

/** The id of the session that an access token belongs to; the token is not verified. */
export function sessionIdOf(token: string): string {
  return readClaims(token).session_id ?? "";
}
