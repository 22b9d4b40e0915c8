import { setTimeout as delay } from "node:timers/promises";
import { answer, readBody, refuse, refuseForeign } from "@/lib/auth/api-route.server";
import { addressOf, beginAttempt } from "@/lib/auth/attempts.server";
import { tooManyAttempts } from "@/lib/auth/messages";
import { signInSchema } from "@/lib/auth/schemas";
import { sessionClient } from "@/lib/supabase/session.server";

/** A failure takes this long at least, so that its time does not tell whether the account exists. */
const MIN_FAILURE_MS = 400;

/** `POST /api/auth/sign-in` `{ email, password }`: 200 and the session's cookies, or 400, 401, 403, 429. */
export async function POST(request: Request): Promise<Response> {
  const foreign = refuseForeign(request);
  if (foreign) return foreign;
  const parsed = await readBody(request, signInSchema);
  if (!parsed.ok) return parsed.response;

  const attempt = await beginAttempt(parsed.body.email, addressOf(request));
  if (attempt.waitSeconds > 0) {
    const headers = { "Retry-After": String(attempt.waitSeconds) };
    return refuse(429, tooManyAttempts(attempt.waitSeconds), headers);
  }
  const patience = delay(MIN_FAILURE_MS);
  const { error } = await (await sessionClient()).auth.signInWithPassword(parsed.body);
  if (error) {
    await patience;
    return refuse(error.status && error.status < 500 ? 401 : 502, error.message);
  }
  await attempt.forgive();
  return answer({ ok: true });
}
