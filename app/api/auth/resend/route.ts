import { authRefusal } from "@/lib/api/auth-refusal";
import { json, tooManyRequests } from "@/lib/api/json";
import { beginMinimumTime } from "@/lib/api/minimum-time";
import { route } from "@/lib/api/route.server";
import { beginAttempt, beginMailPause } from "@/lib/auth/attempts.server";
import { isUndecided } from "@/lib/auth/failures";
import { mailLink } from "@/lib/auth/mail-link.server";
import { MAIL_PAUSE_SECONDS } from "@/lib/auth/mail-pause";
import { authMessages } from "@/lib/auth/messages";
import { resendSchema } from "@/lib/auth/schemas";
import { readClientAddress } from "@/lib/client-address";
import { isMailSent } from "@/lib/env";
import { sessionClient } from "@/lib/supabase/session.server";

/**
 * `POST /api/auth/resend` `{ email }`: makes the auth service mail the sign-up link again; 200 with the seconds until
 * the next mail is possible, or 400, 403, 429, 503. The same whether the account exists or not.
 */
export const POST = route({ role: "visitor", body: resendSchema }, async ({ body, request }) => {
  const address = readClientAddress(request.headers);
  const attempt = await beginAttempt("confirmation", { email: body.email, address });
  if (attempt.waitSeconds > 0) return tooSoon(attempt.waitSeconds);
  // Without mail there is nothing to send again, and a new link would replace the one that an operator has made.
  if (!isMailSent()) return json({ ok: true, waitSeconds: MAIL_PAUSE_SECONDS });
  const pause = await beginMailPause(body.email);
  if (pause.waitSeconds > 0) return tooSoon(pause.waitSeconds);
  const minimum = beginMinimumTime();
  const error = await mailLink(await sessionClient(), body.email);
  if (error && isUndecided(error)) {
    await pause.cancel();
    await attempt.takeBack();
    return authRefusal(error);
  }
  // Any other refusal would reveal whether the account exists.
  if (error) console.error("The mail to confirm an address was not sent:", error.message);
  await minimum;
  return json({ ok: true, waitSeconds: MAIL_PAUSE_SECONDS });
});

const tooSoon = (seconds: number) => tooManyRequests(authMessages.mailWait(seconds), seconds);
