import "server-only";
import { beginAttempt } from "../auth/attempts.server.ts";
import { logSignIn } from "../auth/audit-log.server.ts";
import { isUndecided } from "../auth/failures.ts";
import { findKnownDevice } from "../auth/known-devices.server.ts";
import { tooManyAttempts } from "../auth/messages.ts";
import { readClientAddress } from "../client-address.ts";
import type { SessionClient } from "../supabase/session.server.ts";
import { authRefusal } from "./auth-refusal.ts";
import { tooManyRequests } from "./json.ts";

type Attempt = { request: Request; email: string; factorId: string; code: string };

/**
 * Verifies the code of a second factor, which raises the client's session to assurance level 2. Attempts are counted
 * like those to sign in.
 * @returns null if the code is right, else the response of a refusal
 */
export async function tryCode(client: SessionClient, { request, email, factorId, code }: Attempt) {
  const visitor = { email, address: readClientAddress(request.headers) };
  const device = await findKnownDevice(email);
  const { waitSeconds, recordSuccess, takeBack } = await beginAttempt("code", { ...visitor, device });
  if (waitSeconds > 0) return tooManyRequests(tooManyAttempts(waitSeconds), waitSeconds);
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) {
    if (isUndecided(error)) await takeBack();
    else await logSignIn("wrong code", visitor);
    return authRefusal(error);
  }
  await recordSuccess();
  return null;
}
