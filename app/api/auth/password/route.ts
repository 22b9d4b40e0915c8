import { answer, asUser, readBody, refuse, refuseForeign } from "@/lib/auth/api-route.server";
import { newPasswordSchema } from "@/lib/auth/schemas";

/** `POST /api/auth/password` `{ password }`: the signed-in user's new password; 200, or 400, 401, 403. */
export async function POST(request: Request): Promise<Response> {
  const foreign = refuseForeign(request);
  if (foreign) return foreign;
  return asUser(async ({ client }) => {
    const parsed = await readBody(request, newPasswordSchema);
    if (!parsed.ok) return parsed.response;
    const { error } = await client.auth.updateUser(parsed.body);
    return error ? refuse(400, error.message) : answer({ ok: true });
  });
}
