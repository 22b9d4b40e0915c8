import { cookies } from "next/headers";
import { authRefusal } from "@/lib/api/auth-refusal";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { logSignIn } from "@/lib/auth/audit-log.server";
import { confirmLink } from "@/lib/auth/confirm.server";
import { isUndecided } from "@/lib/auth/failures";
import { authMessages } from "@/lib/auth/messages";
import { endOwnSession, recordSession, sessionIdOf } from "@/lib/auth/own-account.server";
import { confirmSchema } from "@/lib/auth/schemas";
import { readClientAddress } from "@/lib/client-address";
import { type SessionClient, sessionClient } from "@/lib/supabase/session.server";
import { readAccessToken } from "@/lib/supabase/token.server";
import { suspendSession } from "@/lib/supabase/unfinished-session.server";

/** This browser did not request the code, or has requested another one since. */
const OTHER_BROWSER = ["pkce_code_verifier_not_found", "bad_code_verifier"];

/**
 * `POST /api/auth/confirm` `{ code }` or `{ tokenHash, type }` of a mailed link: 200 and the session's cookies, or
 * 400, 403, 429, 503. With `needsCode`, `/api/auth/code` completes the sign-in. The link is still valid after a 429
 * or a 503. A 403 with the code `other_browser` means that the link works only in the browser that requested it; what
 * it confirms is confirmed all the same.
 */
export const POST = route({ role: "visitor", body: confirmSchema }, async ({ body, request }) => {
  const before = readAccessToken((await cookies()).getAll());
  const client = await sessionClient();
  const { token, email, isRecovery, needsCode, error } = await confirmLink(client, body);
  if (token) {
    const visitor = { email, address: readClientAddress(request.headers) };
    const event = needsCode ? "code asked for" : "signed in by a link";
    await Promise.all([recordSession(token, request, isRecovery), logSignIn(event, visitor)]);
    if ("type" in body && body.type === "email_change") await endOtherSessions(client);
    else if (before && !needsCode) await endFormerSession(client, before);
    if (needsCode) await suspendSession();
  }
  if (!error) return json({ ok: true, isSignedIn: token !== null, needsCode });
  if (OTHER_BROWSER.includes(error.code ?? ""))
    return json({ message: authMessages.otherBrowser, code: "other_browser" }, 403);
  if (isUndecided(error) || error.code === "user_banned") return authRefusal(error);
  return jsonError(403, authMessages.invalidLink);
});

/** The new session replaces the previous one of this browser. If that fails, the link has worked all the same. */
async function endFormerSession(client: SessionClient, token: string): Promise<void> {
  try {
    await endOwnSession(client, sessionIdOf(token));
  } catch (error) {
    console.error("The former session of a browser could not be ended:", error);
  }
}

/** Sessions from before a change of address end with it. If that fails, the link has worked all the same. */
async function endOtherSessions(client: SessionClient): Promise<void> {
  const { error } = await client.auth.signOut({ scope: "others" });
  if (error) console.error("The other sessions of an account could not be ended:", error);
}
