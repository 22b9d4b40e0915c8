import "server-only";
import { readUser } from "../auth/identity.server.ts";
import { authMessages } from "../auth/messages.ts";
import { findFactor } from "../auth/two-factor.server.ts";
import { holdSession } from "../supabase/held-session.server.ts";
import type { SessionClient } from "../supabase/session.server.ts";
import { authRefusal } from "./auth-refusal.ts";
import { json, jsonError } from "./json.ts";
import { refusals } from "./messages.ts";
import { tryPassword } from "./try-password.server.ts";

type Proof = Awaited<ReturnType<typeof holdSession>> & {
  /** The current e-mail address of the account. */
  email: string;
  /** The access token of the session that the proof has started; the caller ends or keeps it. */
  token: string;
  /** Whether the account has a second factor. The session of the proof has not passed it. */
  hasFactor: boolean;
};

/**
 * Checks by the password that the account's owner is acting, and not a stranger at an unattended browser. Attempts
 * are counted together with sign-in attempts.
 * @returns the proof, or the response of a refusal
 */
export async function provePassword(
  client: SessionClient,
  password: string,
  request: Request,
): Promise<{ proof: Proof; refusal: null } | { proof: null; refusal: Response }> {
  const user = await readUser(client);
  if (!user?.email) return { proof: null, refusal: jsonError(401, refusals.notAuthenticated) };
  const { email } = user;
  const held = await holdSession();
  const { session, refusal } = await tryPassword(held.client, { email, password, request }, (error) =>
    // Only the password is refused; the caller's session remains valid.
    error.code === "invalid_credentials"
      ? json({ message: authMessages.wrongPassword, code: "wrong_password" }, 403)
      : authRefusal(error),
  );
  if (refusal) return { proof: null, refusal };
  const hasFactor = findFactor(session.user.factors) !== undefined;
  return { proof: { ...held, email, token: session.access_token, hasFactor }, refusal: null };
}
