import { setTimeout as delay } from "node:timers/promises";
import { authRefusal } from "@/lib/api/auth-refusal";
import { json, tooManyRequests } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { beginAttempt } from "@/lib/auth/attempts.server";
import { logSignIn } from "@/lib/auth/audit-log.server";
import { isUndecided } from "@/lib/auth/failures";
import { findKnownDevice, rememberDevice } from "@/lib/auth/known-devices.server";
import { tooManyAttempts } from "@/lib/auth/messages";
import { recordSession } from "@/lib/auth/own-account.server";
import { signInSchema } from "@/lib/auth/schemas";
import { findFactor } from "@/lib/auth/two-factor.server";
import { readClientAddress } from "@/lib/client-address";
import { sessionClient } from "@/lib/supabase/session.server";
import { suspendSession } from "@/lib/supabase/unfinished-session.server";

/** A failure takes this long at least, so that its time does not tell whether the account exists. */
const MIN_FAILURE_MS = 400;

/**
 * `POST /api/auth/sign-in` `{ email, password }`: 200 and the session's cookies, or 400, 401, 403, 429, 503. Where the
 * response has `needsCode`, the caller is signed in once `/api/auth/code` has the code of the account's second factor.
 */
export const POST = route({ role: "visitor", body: signInSchema }, async ({ body, request }) => {
  const visitor = { email: body.email, address: readClientAddress(request.headers) };
  const device = await findKnownDevice(body.email);
  const { waitSeconds, recordSuccess } = await beginAttempt("sign-in", { ...visitor, device });
  if (waitSeconds > 0) return tooManyRequests(tooManyAttempts(waitSeconds), waitSeconds);
  const minimum = delay(MIN_FAILURE_MS);
  const { data, error } = await (await sessionClient()).auth.signInWithPassword(body);
  if (error) {
    // The service says so only where the password is right.
    if (error.code === "email_not_confirmed") await recordSuccess();
    if (!isUndecided(error)) await logSignIn("sign-in failed", visitor);
    await minimum;
    return authRefusal(error);
  }
  const needsCode = findFactor(data.user.factors) !== undefined;
  await Promise.all([
    recordSuccess(),
    recordSession(data.session.access_token, request),
    logSignIn(needsCode ? "code asked for" : "signed in", visitor),
  ]);
  await (needsCode ? suspendSession() : rememberDevice(body.email));
  return json({ ok: true, needsCode });
});
