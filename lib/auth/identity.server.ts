import "server-only";
import type { AuthError, User } from "@supabase/supabase-js";
import { createPromiseCache } from "../promise-cache.ts";
import type { Client } from "../supabase/client.ts";
import { INSUFFICIENT_PRIVILEGE, toError } from "../supabase/responses.ts";
import { parseRole } from "./roles.ts";
import { localPart, type Viewer } from "./types.ts";

/** The account that a verified token names. */
export type Account = { id: string; email: string };

/** The same, and whether the session of the token has given the code of a second factor. */
export type TokenAccount = Account & { hasGivenCode: boolean };

/** A session or its role could not be verified, due to a rate limit or an outage. The session may still be valid. */
export class AuthUnavailableError extends Error {
  override name = "AuthUnavailableError";
  readonly status: 429 | 503;

  constructor({ status, message }: { status?: number; message: string }) {
    super(`A session could not be verified: ${message}`);
    this.status = status === 429 ? 429 : 503;
  }
}

/** The session was ended elsewhere, although its token still looks valid. */
export class SessionEndedError extends Error {
  override name = "SessionEndedError";
}

/**
 * The data of a response about the account's own data.
 * @param message what has failed, as in "The note could not be saved"
 * @throws {SessionEndedError} if it was refused: the database does so (42501) only if the session has ended, and
 * the API (401) if the token is forged or expired
 */
export function unwrapOwn<Data>(
  { status, error, data }: { status: number; error: { code: string; message: string } | null; data: Data },
  message: string,
): NonNullable<Data> {
  if (status === 401 || error?.code === INSUFFICIENT_PRIVILEGE) throw new SessionEndedError();
  if (error) throw toError({ status, error }, message);
  return data as NonNullable<Data>;
}

/**
 * The access token of a client's session, refreshed if it expires soon, and not verified; null without a session.
 * @throws {AuthUnavailableError}
 */
export async function getToken(client: Client): Promise<string | null> {
  const { data, error } = await client.auth.getSession();
  return error ? refusal(error) : (data.session?.access_token ?? null);
}

/** Caches verified tokens for the requests of one page, which arrive together with the same token. */
const findVerified = createPromiseCache<TokenAccount | null>(5_000, Boolean);

/**
 * The account that a client acts for, verified with the project's public keys, or by the auth service if the project
 * signs with a shared secret; null without a session, and for an expired or forged one. A session that was ended
 * elsewhere may pass until its token expires, so use this only for what the database itself authorises.
 * @throws {AuthUnavailableError}
 */
export async function getAccount(client: Client): Promise<TokenAccount | null> {
  const token = await getToken(client);
  return token ? findVerified(token, () => verify(client, token)) : null;
}

async function verify(client: Client, token: string): Promise<TokenAccount | null> {
  const { data, error } = await client.auth.getClaims(token);
  if (error) return refusal(error);
  const { sub, email, aal } = data?.claims ?? {};
  return sub ? { id: sub, email: email ?? "", hasGivenCode: aal === "aal2" } : null;
}

/**
 * The user that a client acts for, as the auth service returns it; null without a valid session, and for a session
 * that was ended elsewhere.
 * @param token the access token, for a client without a session of its own
 * @throws {AuthUnavailableError}
 */
export async function readUser(client: Client, token?: string): Promise<User | null> {
  const { data, error } = await client.auth.getUser(token);
  return error ? refusal(error) : data.user;
}

/** Returns null if the error means that the session is invalid; throws for any other error. */
function refusal(error: AuthError): null {
  if (error.status && [400, 401, 403, 404].includes(error.status)) return null;
  throw new AuthUnavailableError(error);
}

/**
 * The account for the user interface, with the role that the database gives it; null if its session has been ended.
 * @throws {AuthUnavailableError} if the database does not answer
 */
export async function getViewer(client: Client, { id, email }: Account): Promise<Viewer | null> {
  const { data: role, error, status } = await client.rpc("own_role", {}, { get: true });
  // The token has expired since it was verified.
  if (status === 401) return null;
  if (error) throw new AuthUnavailableError(error);
  // The function may return null, which the generated types do not show.
  if (typeof role !== "string") return null;
  return { id, email, name: localPart(email), role: parseRole(role) };
}

/**
 * The account that a client acts for, verified by the auth service, with the role that the database gives it; null
 * if `readUser` or `getViewer` returns null.
 * @param token the access token, for a client without a session of its own
 * @throws {AuthUnavailableError}
 */
export async function identify(client: Client, token?: string): Promise<Viewer | null> {
  const user = await readUser(client, token);
  return user && getViewer(client, { id: user.id, email: user.email ?? "" });
}
