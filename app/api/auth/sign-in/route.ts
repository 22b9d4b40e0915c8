import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { tryPassword } from "@/lib/api/try-password.server";
import { logSignIn } from "@/lib/auth/audit-log.server";
import { rememberDevice } from "@/lib/auth/known-devices.server";
import { recordSession } from "@/lib/auth/own-account.server";
import { signInSchema } from "@/lib/auth/schemas";
import { findFactor } from "@/lib/auth/two-factor.server";
import { readClientAddress } from "@/lib/client-address";
import { sessionClient } from "@/lib/supabase/session.server";
import { suspendSession } from "@/lib/supabase/unfinished-session.server";

/**
 * `POST /api/auth/sign-in` `{ email, password }`: 200 and the session's cookies, or 400, 401, 403, 429, 503. If the
 * response has `needsCode`, the caller is signed in only after sending the code of the account's second factor to
 * `/api/auth/code`.
 */
export const POST = route({ role: "visitor", body: signInSchema }, async ({ body, request }) => {
  const { session, refusal } = await tryPassword(await sessionClient(), { ...body, request });
  if (refusal) return refusal;
  const needsCode = findFactor(session.user.factors) !== undefined;
  const visitor = { email: body.email, address: readClientAddress(request.headers) };
  await Promise.all([
    recordSession(session.access_token, request),
    logSignIn(needsCode ? "code asked for" : "signed in", visitor),
  ]);
  await (needsCode ? suspendSession() : rememberDevice(body.email));
  return json({ ok: true, needsCode });
});
