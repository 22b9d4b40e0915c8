import "server-only";
import { getSiteUrl } from "../env.ts";
import { routes } from "../routes.ts";
import type { SessionClient } from "../supabase/session.server.ts";
import type { AuthFailure } from "./failures.ts";

/** Where the links of mails lead, as far as their templates leave it to the call that sends them. */
export const linkTarget = () => getSiteUrl() + routes.confirm();

/**
 * Has the auth service mail a link to the holder of an account: one that confirms the address, or one that signs in
 * where the address is confirmed. Without an account it sends nothing and refuses.
 */
export async function mailLink(client: SessionClient, email: string): Promise<AuthFailure | null> {
  const { error } = await client.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: linkTarget() },
  });
  return error;
}
