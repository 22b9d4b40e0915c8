import "server-only";
import type { Factor } from "@supabase/supabase-js";
import encodeQR from "qr";
import { getAppEnv } from "../env.ts";
import { createPromiseCache } from "../promise-cache.ts";
import { site } from "../site.ts";
import { uncachedFetch } from "../supabase/fetch.ts";
import type { SessionClient } from "../supabase/session.server.ts";
import type { AuthFailure } from "./failures.ts";
import { AuthUnavailableError, getToken, readUser, SessionEndedError } from "./identity.server.ts";
import type { NewFactor } from "./types.ts";

// A second factor is an app that generates time-based codes (TOTP, RFC 6238). This product does not set up factors of
// other kinds, which have no code to type: an account with only such a factor can sign in, but is no administrator.

/** The factor whose code an account has to enter; undefined if it has none. */
export const findFactor = (factors: readonly Factor[] = []) =>
  factors.find(({ factor_type, status }) => factor_type === "totp" && status === "verified");

/**
 * The factor of the account that a client acts for; undefined if it has none.
 * @throws {AuthUnavailableError | SessionEndedError}
 */
export async function readFactor(client: SessionClient): Promise<Factor | undefined> {
  const user = await readUser(client);
  if (!user) throw new SessionEndedError();
  return findFactor(user.factors);
}

/** Caches only a positive answer: a backend may gain second factors, but does not lose them. */
const keepOffer = createPromiseCache<boolean>(24 * 60 * 60_000, Boolean);

/**
 * Whether the backend supports second factors.
 * @throws {AuthUnavailableError}
 */
export const hasTwoFactor = (client: SessionClient) => keepOffer("", () => askForFactors(client));

/** Sends an enrolment without a factor type, as the settings do not tell: 400 or 422 if supported, 404 if not. */
async function askForFactors(client: SessionClient): Promise<boolean> {
  const { supabaseUrl, publishableKey } = getAppEnv();
  const { status } = await uncachedFetch(`${supabaseUrl}/auth/v1/factors`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      Authorization: `Bearer ${await getToken(client)}`,
      "Content-Type": "application/json",
    },
    body: "{}",
  }).catch(() => ({ status: 503 }));
  if (status === 404) return false;
  if (status === 400 || status === 422) return true;
  throw new AuthUnavailableError({ status, message: `the request for factors was answered ${status}` });
}

/** Starts to enrol a factor, which its first verified code activates. Unfinished enrolments are deleted first. */
export async function enrolFactor(
  client: SessionClient,
  factors: readonly Factor[],
): Promise<{ factor: NewFactor; error: null } | { factor: null; error: AuthFailure }> {
  for (const { id, factor_type, status } of factors)
    if (factor_type === "totp" && status === "unverified") await client.auth.mfa.unenroll({ factorId: id });
  const { data, error } = await client.auth.mfa.enroll({
    factorType: "totp",
    friendlyName: site.name,
    issuer: site.name,
  });
  if (error) return { factor: null, error };
  const { uri, secret } = data.totp;
  // The service also returns a QR code, but it is a third of a megabyte large.
  const svg = encodeQR(uri, "svg", { border: 4 });
  const picture = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return { factor: { factorId: data.id, secret, uri, picture }, error: null };
}
