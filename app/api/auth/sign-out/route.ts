import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { AuthUnavailableError, getToken } from "@/lib/auth/identity.server";
import { authMessages } from "@/lib/auth/messages";
import { sessionClient } from "@/lib/supabase/session.server";

/**
 * `POST /api/auth/sign-out`: ends all sessions of the user, in every browser; 200, also where the session has ended
 * already, or 403, 502.
 */
export const POST = route({ role: "visitor" }, async () => {
  const client = await sessionClient();
  try {
    const { error } = (await getToken(client)) ? await client.auth.signOut() : { error: null };
    if (!error) return json({ ok: true });
  } catch (error) {
    if (!(error instanceof AuthUnavailableError)) throw error;
  }
  return jsonError(502, authMessages.signOutFailed);
});
