import { authRefusal } from "@/lib/api/auth-refusal";
import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { signUpSchema } from "@/lib/auth/schemas";
import { getSiteUrl } from "@/lib/env";
import { sessionClient } from "@/lib/supabase/session.server";

/** `POST /api/auth/sign-up` `{ email, password, displayName? }`: 200, or 400, 403, 429, 503 with the reason. */
export const POST = route({ role: "visitor", body: signUpSchema }, async ({ body }) => {
  const { email, password, displayName } = body;
  const client = await sessionClient();
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: {
      emailRedirectTo: `${getSiteUrl()}/auth/confirm`,
      data: displayName ? { display_name: displayName } : {},
    },
  });
  if (error) return authRefusal(error);
  // Without e-mail confirmation the service signs in at once; the product has the user log in.
  if (data.session) await client.auth.signOut({ scope: "local" });
  return json({ ok: true });
});
