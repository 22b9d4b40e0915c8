import "server-only";
import { getSiteUrl } from "../env.ts";
import { routes } from "../routes.ts";
import type { SessionClient } from "../supabase/session.server.ts";
import type { AuthFailure } from "./failures.ts";

/** The target of mailed links, for mail templates that take it from the call that sends the mail. */
export const linkTarget = () => getSiteUrl() + routes.confirm();

/**
 * Tells the auth service to mail a link to the owner of an account. It confirms the address, or signs in if the
 * address is already confirmed. Without an account, the service sends nothing and returns an error.
 */
export async function mailLink(client: SessionClient, email: string): Promise<AuthFailure | null> {
  const { error } = await client.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: linkTarget() },
  });
  return error;
}
