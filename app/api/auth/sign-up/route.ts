import { authRefusal } from "@/lib/api/auth-refusal";
import { json } from "@/lib/api/json";
import { beginMinimumTime } from "@/lib/api/minimum-time";
import { route } from "@/lib/api/route.server";
import { beginMailPause } from "@/lib/auth/attempts.server";
import { type AuthFailure, isMailPause } from "@/lib/auth/failures";
import { linkTarget, mailLink } from "@/lib/auth/mail-link.server";
import { MAIL_PAUSE_SECONDS } from "@/lib/auth/mail-pause";
import { signUpSchema } from "@/lib/auth/schemas";
import { type SessionClient, sessionClient } from "@/lib/supabase/session.server";

/**
 * `POST /api/auth/sign-up` `{ email, password, displayName? }`: 200, or 400, 403, 429, 503 with the reason. If
 * addresses must be confirmed, the response has `needsConfirmation` and the seconds until the mail can be sent again.
 * It is the same for an address that has an account: the account's owner is mailed a link to log in.
 */
export const POST = route({ role: "visitor", body: signUpSchema }, async ({ body }) => {
  const { email, password, displayName } = body;
  const minimum = beginMinimumTime();
  const client = await sessionClient();
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: { emailRedirectTo: linkTarget(), data: displayName ? { display_name: displayName } : {} },
  });
  // A mail sent a moment ago is as good as a new one, and this error would reveal that there is an account.
  if (error && !isMailPause(error)) return authRefusal(error);
  if (data.session) {
    // Without e-mail confirmation the service signs the user in at once; the product requires a separate login.
    await client.auth.signOut({ scope: "local" });
    return json({ ok: true, needsConfirmation: false });
  }
  // For a confirmed address, the service returns an invented user without identities and sends no mail.
  const isKnown = data.user?.identities?.length === 0;
  const mailError = isKnown ? await mailKnown(client, email) : null;
  if (mailError) return authRefusal(mailError);
  const { waitSeconds } = await beginMailPause(email);
  await minimum;
  return json({ ok: true, needsConfirmation: true, waitSeconds: waitSeconds || MAIL_PAUSE_SECONDS });
});

/** Mails an account's owner a link to log in, at a limited rate: anyone can sign up with any address. */
async function mailKnown(client: SessionClient, email: string): Promise<AuthFailure | null> {
  const pause = await beginMailPause(`sign-up with ${email}`);
  if (pause.waitSeconds > 0) return null;
  const error = await mailLink(client, email);
  if (!error || isMailPause(error)) return null;
  await pause.cancel();
  return error;
}
