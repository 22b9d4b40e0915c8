import { authRefusal } from "@/lib/api/auth-refusal";
import { json } from "@/lib/api/json";
import { provePassword } from "@/lib/api/prove-password.server";
import { route } from "@/lib/api/route.server";
import { getToken } from "@/lib/auth/identity.server";
import { authMessages } from "@/lib/auth/messages";
import { isRecovering, recordSession } from "@/lib/auth/own-account.server";
import { passwordSchema } from "@/lib/auth/schemas";
import type { SessionClient } from "@/lib/supabase/session.server";

/**
 * `POST /api/auth/password` `{ password, currentPassword? }`: sets the signed-in user's password; 200, or 400, 401,
 * 403, 429, 503. All other sessions end. The current password is not required within 15 minutes after a mailed link;
 * otherwise, a missing one is a 403 with the code `no_password`, and a wrong one a 403 with the code
 * `wrong_password`.
 */
export const POST = route({ role: "user", body: passwordSchema }, async ({ body, client, request }) => {
  const { password, currentPassword } = body;
  return currentPassword === undefined
    ? setByLink(client, password, request)
    : change(client, password, currentPassword, request);
});

async function setByLink(client: SessionClient, password: string, request: Request): Promise<Response> {
  if (!(await isRecovering(client)))
    return json({ message: authMessages.staleLink, code: "no_password" }, 403);
  const { error } = await client.auth.updateUser({ password });
  if (error) return authRefusal(error);
  // The link permits only one new password, so the session is no longer marked as a recovery.
  const token = await getToken(client);
  if (token) await recordSession(token, request);
  return json({ ok: true });
}

async function change(
  client: SessionClient,
  password: string,
  currentPassword: string,
  request: Request,
): Promise<Response> {
  const { proof, refusal } = await provePassword(client, currentPassword, request);
  if (refusal) return refusal;
  // The proof's session replaces the current one, so that copies of the current cookies stop working. If the account
  // has a second factor, only the current session may change the password.
  const actor = proof.hasFactor ? client : proof.client;
  const { error } = await actor.auth.updateUser({ password, current_password: currentPassword });
  if (error || proof.hasFactor) await proof.client.auth.signOut({ scope: "local" });
  if (error) return authRefusal(error);
  if (!proof.hasFactor) {
    await recordSession(proof.token, request);
    await proof.keep();
  }
  return json({ ok: true });
}
