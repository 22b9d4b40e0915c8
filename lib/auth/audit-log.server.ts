import "server-only";
import { serviceClient } from "../supabase/service.server.ts";

type SignInEvent =
  | "signed in"
  | "signed in by a link"
  | "code asked for"
  | "wrong code"
  | "sign-in failed"
  | "too many attempts";

/**
 * Adds a sign-in, or a refused one, to the audit log. A failure to log does not affect the sign-in.
 * @param address the visitor's network address
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

/** Logs that an account turned two-factor sign-in on or off. A failure to log does not affect the change. */
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
