import "server-only";
import type { User } from "@supabase/supabase-js";
import encodeQR from "qr";
import { getAppEnv } from "../env.ts";
import { site } from "../site.ts";
import { uncachedFetch } from "../supabase/fetch.ts";
import type { SessionClient } from "../supabase/session.server.ts";
import type { AuthFailure } from "./failures.ts";
import { AuthUnavailableError, getToken, readUser } from "./identity.server.ts";
import type { NewFactor } from "./types.ts";

// A second factor is an app that makes codes of time (TOTP, RFC 6238). Factors of other kinds, which this product does
// not set up, give no code to type: an account that has only such a one signs in, and is no administrator here.

type Factors = User["factors"];

/** The factor whose code an account is asked for; undefined where it has none. */
export const findFactor = (factors: Factors = []) =>
  factors.find(({ factor_type, status }) => factor_type === "totp" && status === "verified");

/** The factors of the account that a client acts for, also those that are only begun. */
export async function listFactors(client: SessionClient): Promise<Factors> {
  return (await readUser(client))?.factors;
}

/**
 * Whether the backend has second factors. Its settings do not say so: an enrolment that lacks the kind of factor is
 * refused where they can be enrolled, and unknown where they cannot.
 * @throws {AuthUnavailableError}
 */
export async function hasTwoFactor(client: SessionClient): Promise<boolean> {
  const { supabaseUrl, publishableKey } = getAppEnv();
  const { status } = await uncachedFetch(`${supabaseUrl}/auth/v1/factors`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      Authorization: `Bearer ${await getToken(client)}`,
      "Content-Type": "application/json",
    },
    body: "{}",
  });
  if (status === 404) return false;
  if (status === 400 || status === 422) return true;
  throw new AuthUnavailableError({ status, message: `it answered ${status}` });
}

/** Begins to enrol a factor, which counts once its first code is given. What was begun before is dropped. */
export async function enrolFactor(
  client: SessionClient,
): Promise<{ factor: NewFactor; error: null } | { factor: null; error: AuthFailure }> {
  for (const { id, factor_type, status } of (await listFactors(client)) ?? [])
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
