import "server-only";
import type { EmailOtpType } from "@supabase/supabase-js";
import type { SessionClient } from "../supabase/session.server.ts";

const linkTypes: readonly string[] = ["signup", "email", "recovery", "invite", "magiclink", "email_change"];

/**
 * Signs in with the parameters of a mailed link: a `code`, or a `token_hash` with its `type`. False where the
 * link is invalid or was used before, or where a `code` is opened in another browser than asked for it.
 */
export async function confirmLink(client: SessionClient, link: URLSearchParams): Promise<boolean> {
  const code = link.get("code");
  if (code) return !(await client.auth.exchangeCodeForSession(code)).error;
  const tokenHash = link.get("token_hash");
  const type = link.get("type") ?? "";
  if (!tokenHash || !linkTypes.includes(type)) return false;
  return !(await client.auth.verifyOtp({ token_hash: tokenHash, type: type as EmailOtpType })).error;
}
