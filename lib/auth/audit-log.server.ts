import "server-only";
import { serviceClient } from "../supabase/service.server.ts";

export type SignInEvent =
  | "signed in"
  | "signed in by a link"
  | "code asked for"
  | "wrong code"
  | "sign-in failed"
  | "too many attempts";

/**
 * Adds a sign-in, or one that was refused, to the audit log. A visitor is signed in all the same where that fails.
 * @param address the visitor's
 */
export async function logSignIn(
  event: SignInEvent,
  { email, address }: { email: string; address: string },
): Promise<void> {
  // No account may write what operators read here.
  const { error } = await serviceClient().rpc("record_sign_in", {
    p_event: event,
    p_email: email,
    p_address: address,
  });
  if (error) console.error(`A sign-in could not be logged (${event}):`, error.message);
}
