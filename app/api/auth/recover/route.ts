import { authRefusal } from "@/lib/api/auth-refusal";
import { json, jsonError, tooManyRequests } from "@/lib/api/json";
import { beginMinimumTime } from "@/lib/api/minimum-time";
import { route } from "@/lib/api/route.server";
import { beginAttempt } from "@/lib/auth/attempts.server";
import { describeAuthRefusal, isUndecided } from "@/lib/auth/failures";
import { findKnownDevice } from "@/lib/auth/known-devices.server";
import { linkTarget } from "@/lib/auth/mail-link.server";
import { authMessages, tooManyAttempts } from "@/lib/auth/messages";
import { recoverSchema } from "@/lib/auth/schemas";
import { readClientAddress } from "@/lib/client-address";
import { isMailSent } from "@/lib/env";
import { routes } from "@/lib/routes";
import { sessionClient } from "@/lib/supabase/session.server";

/**
 * `POST /api/auth/recover` `{ email }`: makes the auth service mail a link to set a new password. The same 200
 * whether the account exists or not; 400, 403, 429 or 503 otherwise, also 403 if this site sends no mail.
 */
export const POST = route({ role: "visitor", body: recoverSchema }, async ({ body, request }) => {
  if (!isMailSent()) return jsonError(403, authMessages.noMail);
  const address = readClientAddress(request.headers);
  const device = await findKnownDevice(body.email);
  const attempt = await beginAttempt("recovery", { email: body.email, address, device });
  if (attempt.waitSeconds > 0)
    return tooManyRequests(tooManyAttempts(attempt.waitSeconds), attempt.waitSeconds);
  const minimum = beginMinimumTime();
  const redirectTo = `${linkTarget()}?next=${routes.newPassword()}`;
  const { error } = await (await sessionClient()).auth.resetPasswordForEmail(body.email, { redirectTo });
  if (error && isUndecided(error)) await attempt.takeBack();
  // The rate limit for one account's mails would reveal that the account exists.
  if (error && error.code !== "over_email_send_rate_limit" && describeAuthRefusal(error).status !== 400) {
    return authRefusal(error);
  }
  if (error) console.error("The mail to set a new password could not be sent:", error.message);
  await minimum;
  return json({ ok: true });
});
