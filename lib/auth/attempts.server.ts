import "server-only";
import { createHmac } from "node:crypto";
import { getAppEnv } from "../env.ts";
import { serviceClient } from "../supabase/service.server.ts";
import { MAIL_PAUSE_SECONDS } from "./mail-pause.ts";

/** Failures of an account before its next sign-in has to wait. */
const ACCOUNT_LIMIT = 5;
/** Failures from an address before its next sign-in has to wait; a school shares one, and signs in all at once. */
const ADDRESS_LIMIT = 60;

/** What is counted apart: asking for a mail holds no sign-in up. */
type Kind = "sign-in" | "recovery" | "confirmation";

type Attempt = { waitSeconds: number; recordSuccess(): Promise<void> };

/**
 * Counts an attempt of a kind, by account and by address. `waitSeconds` is 0 when it may go on; it then stays counted
 * as failed until `recordSuccess` is called.
 * @param device a device that has signed in to this account before: it is counted by itself, so that a stranger's
 *   failures do not hold the account's owner up
 */
export async function beginAttempt(
  kind: Kind,
  { email, address, device }: { email: string; address: string; device?: string | null },
): Promise<Attempt> {
  const account = hashKey(device ? `${kind} device ${device}` : `${kind} account ${email.toLowerCase()}`);
  const origin = hashKey(`${kind} address ${address}`);
  const limits = { p_account_limit: ACCOUNT_LIMIT, p_address_limit: ADDRESS_LIMIT };
  const { data: waitSeconds } = await serviceClient()
    .rpc("record_sign_in_attempt", { p_account: account, p_address: origin, ...limits })
    .throwOnError();
  return { waitSeconds, recordSuccess: () => forget(account, origin) };
}

/**
 * Begins the pause after a mail to an address. `waitSeconds` is what is left of the one before, or 0 where there is
 * none and a mail may be sent. `cancel` is for a mail that could not be sent.
 */
export async function beginMailPause(email: string) {
  const key = hashKey(`mail ${email.toLowerCase()}`);
  const { data: waitSeconds } = await serviceClient()
    .rpc("record_mail_request", { p_key: key, p_pause: MAIL_PAUSE_SECONDS })
    .throwOnError();
  return { waitSeconds, cancel: () => forget(key, key) };
}

async function forget(account: string, origin: string): Promise<void> {
  await serviceClient()
    .rpc("record_sign_in_success", { p_account: account, p_address: origin })
    .throwOnError();
}

/** A key under which an e-mail or address is counted, and from which it cannot be read back. */
function hashKey(text: string): string {
  return createHmac("sha256", getAppEnv().secretKey).update(text).digest("hex");
}
