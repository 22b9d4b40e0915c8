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
  /** The address that the account has at this moment. */
  email: string;
  /** Of the session that the proof has begun, which the caller ends or keeps. */
  token: string;
  /** Whether the account has a second factor, which the session of the proof lacks. */
  hasFactor: boolean;
};

/**
 * Has the user of a client prove by the password that this is the account's owner and not a browser that was left alone.
 * Attempts are counted as those to sign in are. The proof, or the response of a refusal.
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
    // It is the password that is refused, not the caller's session.
    error.code === "invalid_credentials"
      ? json({ message: authMessages.wrongPassword, code: "wrong_password" }, 403)
      : authRefusal(error),
  );
  if (refusal) return { proof: null, refusal };
  const hasFactor = findFactor(session.user.factors) !== undefined;
  return { proof: { ...held, email, token: session.access_token, hasFactor }, refusal: null };
}
