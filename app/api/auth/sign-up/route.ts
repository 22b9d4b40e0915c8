import { answer, readBody, refuse, refuseForeign } from "@/lib/auth/api-route.server";
import { signUpFailure } from "@/lib/auth/messages";
import { signUpSchema } from "@/lib/auth/schemas";
import { getSiteUrl } from "@/lib/env";
import { sessionClient } from "@/lib/supabase/session.server";

/** `POST /api/auth/sign-up` `{ email, password, displayName? }`: 200, or 400, 403 with the reason. */
export async function POST(request: Request): Promise<Response> {
  const foreign = refuseForeign(request);
  if (foreign) return foreign;
  const parsed = await readBody(request, signUpSchema);
  if (!parsed.ok) return parsed.response;

  const { email, password, displayName } = parsed.body;
  const client = await sessionClient();
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: {
      emailRedirectTo: `${getSiteUrl()}/auth/confirm`,
      data: displayName ? { display_name: displayName } : {},
    },
  });
  if (error) return refuse(error.status && error.status < 500 ? 400 : 502, signUpFailure(error.message));
  // Where no confirmation is asked for the service signs in at once; the product has people log in.
  if (data.session) await client.auth.signOut({ scope: "local" });
  return answer({ ok: true });
}
