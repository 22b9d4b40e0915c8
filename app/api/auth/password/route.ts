import { authRefusal } from "@/lib/api/auth-refusal";
import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { newPasswordSchema } from "@/lib/auth/schemas";

/** `POST /api/auth/password` `{ password }`: the signed-in user's new password; 200, or 400, 401, 403. */
export const POST = route({ role: "user", body: newPasswordSchema }, async ({ body, client }) => {
  const { error } = await client.auth.updateUser(body);
  return error ? authRefusal(error) : json({ ok: true });
});
