import { answer, refuse, refuseForeign } from "@/lib/auth/api-route.server";
import { authMessages } from "@/lib/auth/messages";
import { sessionClient } from "@/lib/supabase/session.server";

/** `POST /api/auth/sign-out`: ends the session here and everywhere; 200, or 403, 502. */
export async function POST(request: Request): Promise<Response> {
  const foreign = refuseForeign(request);
  if (foreign) return foreign;
  const { error } = await (await sessionClient()).auth.signOut();
  return error ? refuse(502, authMessages.signOutFailed) : answer({ ok: true });
}
