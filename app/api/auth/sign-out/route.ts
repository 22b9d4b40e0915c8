import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { authMessages } from "@/lib/auth/messages";
import { sessionClient } from "@/lib/supabase/session.server";

/** `POST /api/auth/sign-out`: ends all sessions of the user, in every browser; 200, or 403, 502. */
export const POST = route({ role: "visitor" }, async () => {
  const { error } = await (await sessionClient()).auth.signOut();
  return error ? jsonError(502, authMessages.signOutFailed) : json({ ok: true });
});
