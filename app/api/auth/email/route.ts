import { authRefusal } from "@/lib/api/auth-refusal";
import { json, jsonError, tooManyRequests } from "@/lib/api/json";
import { beginMinimumTime } from "@/lib/api/minimum-time";
import { provePassword } from "@/lib/api/prove-password.server";
import { route } from "@/lib/api/route.server";
import { beginMailPause } from "@/lib/auth/attempts.server";
import { linkTarget } from "@/lib/auth/mail-link.server";
import { authMessages } from "@/lib/auth/messages";
import { emailChangeSchema } from "@/lib/auth/schemas";
import { isMailSent } from "@/lib/env";

/** Errors that would reveal whether another account has the address; no mail is sent in these cases. */
const REVEALING_ERRORS = ["email_exists", "over_email_send_rate_limit"];

/**
 * `POST /api/auth/email` `{ email, currentPassword }`: makes the auth service mail a link that changes the signed-in
 * user's address. The same 200 whether another account has that address or not; else 400, 401, 403, 429, 503. A wrong
 * password is a 403 with the code `wrong_password`; also 403 if this site sends no mail.
 */
export const POST = route(
  { role: "user", body: emailChangeSchema },
  async ({ body, client, user, request }) => {
    if (!isMailSent()) return jsonError(403, authMessages.noMailForEmail);
    const { proof, refusal } = await provePassword(client, body.currentPassword, request);
    if (refusal) return refusal;
    await proof.client.auth.signOut({ scope: "local" });
    if (body.email.toLowerCase() === proof.email.toLowerCase())
      return json({ message: authMessages.sameEmail, code: "same_email" }, 400);
    // The auth service also enforces a pause, but only for addresses that no account has.
    const pause = await beginMailPause(`change of ${user.id}`);
    if (pause.waitSeconds > 0)
      return tooManyRequests(authMessages.mailWait(pause.waitSeconds), pause.waitSeconds);
    const minimum = beginMinimumTime();
    // Else many accounts could send one mailbox as many mails. The answer is the same, because 429 would reveal that another
    // account asks for this address.
    const pauseOfAddress = await beginMailPause(`change to ${body.email}`);
    if (pauseOfAddress.waitSeconds > 0) {
      await minimum;
      return json({ ok: true });
    }
    const { error } = await client.auth.updateUser({ email: body.email }, { emailRedirectTo: linkTarget() });
    if (error && !REVEALING_ERRORS.includes(error.code ?? "")) {
      await Promise.all([pause.cancel(), pauseOfAddress.cancel()]);
      return authRefusal(error);
    }
    if (error) console.error("The mail to change an address was not sent:", error.message);
    await minimum;
    return json({ ok: true });
  },
);
