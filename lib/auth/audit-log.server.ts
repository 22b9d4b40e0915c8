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

/** Adds to the audit log that an account turned two-factor sign-in on or off. It is done all the same where that fails. */
export async function logTwoFactor(
  event: "two-factor on" | "two-factor off",
  accountId: string,
): Promise<void> {
  // No account may write what operators read here.
  const { error } = await serviceClient().rpc("record_account_command", {
    p_event: event,
    p_account: accountId,
  });
  if (error) console.error(`A change could not be logged (${event}):`, error.message);
}
