import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { tryCode } from "@/lib/api/try-code.server";
import { logSignIn } from "@/lib/auth/audit-log.server";
import { readUser } from "@/lib/auth/identity.server";
import { rememberDevice } from "@/lib/auth/known-devices.server";
import { authMessages } from "@/lib/auth/messages";
import { codeSchema } from "@/lib/auth/schemas";
import { findFactor } from "@/lib/auth/two-factor.server";
import { readClientAddress } from "@/lib/client-address";
import { resumeSession } from "@/lib/supabase/unfinished-session.server";

/**
 * `POST /api/auth/code` `{ code }`: completes a sign-in that `needsCode`; 200 and the session's cookies, or 400, 403,
 * 429, 503, and 401 if no sign-in was started in the last ten minutes.
 */
export const POST = route({ role: "visitor", body: codeSchema }, async ({ body, request }) => {
  const unfinished = await resumeSession();
  const user = unfinished && (await readUser(unfinished.client));
  const factor = findFactor(user?.factors);
  if (!user || !factor) return jsonError(401, authMessages.logInAgain);
  const { email = "" } = user;
  const refusal = await tryCode(unfinished.client, { ...body, request, email, factorId: factor.id });
  if (refusal) return refusal;
  await unfinished.finish();
  const address = readClientAddress(request.headers);
  await Promise.all([rememberDevice(email), logSignIn("signed in", { email, address })]);
  return json({ ok: true });
});
