import "server-only";
import type { Factor } from "@supabase/supabase-js";
import encodeQR from "qr";
import { getAppEnv } from "../env.ts";
import { createPromiseCache } from "../promise-cache.ts";
import { site } from "../site.ts";
import { uncachedFetch } from "../supabase/fetch.ts";
import type { SessionClient } from "../supabase/session.server.ts";
import type { AuthFailure } from "./failures.ts";
import { AuthUnavailableError, getToken } from "./identity.server.ts";
import type { NewFactor } from "./types.ts";

// A second factor is an app that makes codes of time (TOTP, RFC 6238). Factors of other kinds, which this product does
// not set up, give no code to type: an account that has only such a one signs in, and is no administrator here.

/** The factor whose code an account is asked for; undefined where it has none. */
export const findFactor = (factors: readonly Factor[] = []) =>
  factors.find(({ factor_type, status }) => factor_type === "totp" && status === "verified");

/** The backend may learn it, and does not unlearn it. */
const keepOffer = createPromiseCache<boolean>(24 * 60 * 60_000, Boolean);

/**
 * Whether the backend has second factors.
 * @throws {AuthUnavailableError}
 */
export const hasTwoFactor = (client: SessionClient) => keepOffer("", () => askForFactors(client));

/** Its settings do not say so. An enrolment without a kind of factor is refused, or unknown where there are none. */
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

/** Begins to enrol a factor, which counts once its first code is given. What was begun before is dropped. */
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
  // The service draws one as well, of a third of a megabyte.
  const svg = encodeQR(uri, "svg", { border: 4 });
  const picture = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return { factor: { factorId: data.id, secret, uri, picture }, error: null };
}
