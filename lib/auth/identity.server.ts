import "server-only";
import type { AuthError, User } from "@supabase/supabase-js";
import { createPromiseCache } from "../promise-cache.ts";
import type { Client } from "../supabase/client.ts";
import { parseRole } from "./roles.ts";
import { localPart, type Viewer } from "./types.ts";

/** The account that a verified token names. */
export type Account = { id: string; email: string };

/** It could not be said whose session it is, or what its role is: a brake, or an outage. Nothing is known of the session. */
export class AuthUnavailableError extends Error {
  override name = "AuthUnavailableError";
  readonly status: 429 | 503;

  constructor({ status, message }: { status?: number; message: string }) {
    super(`A session could not be verified: ${message}`);
    this.status = status === 429 ? 429 : 503;
  }
}

/** The session was ended elsewhere, which its token does not show. */
export class SessionEndedError extends Error {
  override name = "SessionEndedError";
}

/**
 * The access token of a client's session, renewed where it is near its end and not verified; null without a session.
 * @throws {AuthUnavailableError}
 */
export async function getToken(client: Client): Promise<string | null> {
  const { data, error } = await client.auth.getSession();
  return error ? refusal(error) : (data.session?.access_token ?? null);
}

/** For the requests of one page, which arrive together with the same token. */
const findVerified = createPromiseCache<Account | null>(5_000, Boolean);

/**
 * The account that a client acts for, verified by the project's public keys, or by the auth service where the project
 * signs with a shared secret; null without a session, and for an expired or forged one. A session that was ended
 * elsewhere may pass until its token expires, so this is for what the database guards by itself.
 * @throws {AuthUnavailableError}
 */
export async function getAccount(client: Client): Promise<Account | null> {
  const token = await getToken(client);
  return token ? findVerified(token, () => verify(client, token)) : null;
}

async function verify(client: Client, token: string): Promise<Account | null> {
  const { data, error } = await client.auth.getClaims(token);
  if (error) return refusal(error);
  const { sub, email } = data?.claims ?? {};
  return sub ? { id: sub, email: email ?? "" } : null;
}

/**
 * What the auth service itself says of the account that a client acts for; null as above, and for a session that was
 * ended elsewhere.
 * @param token of a client without a session of its own
 * @throws {AuthUnavailableError}
 */
export async function readUser(client: Client, token?: string): Promise<User | null> {
  const { data, error } = await client.auth.getUser(token);
  return error ? refusal(error) : data.user;
}

/** Null for an error that is about the session; any other is thrown. */
function refusal(error: AuthError): null {
  if (error.status && [400, 401, 403, 404].includes(error.status)) return null;
  throw new AuthUnavailableError(error);
}

/**
 * The account, for the interface, with the role by which the database has it act; null where its session has been ended.
 * @throws {AuthUnavailableError} where the database cannot be asked
 */
export async function getViewer(client: Client, { id, email }: Account): Promise<Viewer | null> {
  const { data: role, error } = await client.rpc("own_role", {}, { get: true });
  if (error) throw new AuthUnavailableError(error);
  // The generated types know no null.
  if (typeof role !== "string") return null;
  return { id, email, name: localPart(email), role: parseRole(role) };
}

/**
 * The account that a client acts for, verified by the auth service, with the role by which the database has it act; null
 * where `readUser` gives null.
 * @param token of a client without a session of its own
 * @throws {AuthUnavailableError}
 */
export async function identify(client: Client, token?: string): Promise<Viewer | null> {
  const user = await readUser(client, token);
  return user && getViewer(client, { id: user.id, email: user.email ?? "" });
}
