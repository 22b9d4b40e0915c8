import { authRefusal } from "@/lib/api/auth-refusal";
import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { tryCode } from "@/lib/api/try-code.server";
import { logTwoFactor } from "@/lib/auth/audit-log.server";
import { codeSchema } from "@/lib/auth/schemas";
import { readFactor } from "@/lib/auth/two-factor.server";

/**
 * `POST /api/auth/two-factor/remove` `{ code }`: removes the account's second factor; 200, also if there is none, or
 * 400, 401, 403, 429, 503. The code is required although the session is valid, because the browser may have been left
 * unattended. An account that has lost its role in the console may remove its factor as well.
 */
export const POST = route({ role: "user", body: codeSchema }, async ({ body, client, user, request }) => {
  const factor = await readFactor(client);
  if (!factor) return json({ ok: true });
  const refusal = await tryCode(client, { ...body, email: user.email, factorId: factor.id, request });
  if (refusal) return refusal;
  const { error } = await client.auth.mfa.unenroll({ factorId: factor.id });
  if (error) return authRefusal(error);
  await logTwoFactor("two-factor off", user.id);
  return json({ ok: true });
});
