import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { tryCode } from "@/lib/api/try-code.server";
import { logTwoFactor } from "@/lib/auth/audit-log.server";
import { authMessages } from "@/lib/auth/messages";
import { newFactorSchema } from "@/lib/auth/schemas";
import { hasTwoFactor } from "@/lib/auth/two-factor.server";

/**
 * `POST /api/auth/two-factor/activate` `{ factorId, code }`: activates a factor that is being enrolled, and ends the
 * account's other sessions; 200 and this session's new cookies, or 400, 401, 403, 404, 429, 503.
 */
export const POST = route(
  { role: "viewer", body: newFactorSchema },
  async ({ body, client, user, request }) => {
    if (!(await hasTwoFactor(client))) return jsonError(404, authMessages.noTwoFactor);
    const refusal = await tryCode(client, { ...body, email: user.email, request });
    if (refusal) return refusal;
    await logTwoFactor("two-factor on", user.id);
    return json({ ok: true });
  },
);
