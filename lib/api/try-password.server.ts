import "server-only";
import type { Session } from "@supabase/supabase-js";
import { beginAttempt } from "../auth/attempts.server.ts";
import { logSignIn } from "../auth/audit-log.server.ts";
import { type AuthFailure, isUndecided } from "../auth/failures.ts";
import { findKnownDevice } from "../auth/known-devices.server.ts";
import { tooManyAttempts } from "../auth/messages.ts";
import { readClientAddress } from "../client-address.ts";
import type { SessionClient } from "../supabase/session.server.ts";
import { authRefusal } from "./auth-refusal.ts";
import { tooManyRequests } from "./json.ts";
import { beginMinimumTime } from "./minimum-time.ts";

type Attempt = { request: Request; email: string; password: string };
type Outcome = { session: Session; refusal: null } | { session: null; refusal: Response };

/**
 * Tries the password of an account and signs the client in. Every attempt is counted, whatever its purpose.
 * @param refuse creates the response if the auth service refuses
 * @returns the session, or the response of a refusal
 */
export async function tryPassword(
  client: SessionClient,
  { request, email, password }: Attempt,
  refuse: (error: AuthFailure) => Response = authRefusal,
): Promise<Outcome> {
  const visitor = { email, address: readClientAddress(request.headers) };
  const device = await findKnownDevice(email);
  const { waitSeconds, recordSuccess, takeBack } = await beginAttempt("sign-in", { ...visitor, device });
  if (waitSeconds > 0)
    return { session: null, refusal: tooManyRequests(tooManyAttempts(waitSeconds), waitSeconds) };
  const minimum = beginMinimumTime();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  // The service only reports an unconfirmed address if the password is right.
  if (!error || error.code === "email_not_confirmed") await recordSuccess();
  if (!error) return { session: data.session, refusal: null };
  if (isUndecided(error)) await takeBack();
  else await logSignIn("sign-in failed", visitor);
  await minimum;
  return { session: null, refusal: refuse(error) };
}
