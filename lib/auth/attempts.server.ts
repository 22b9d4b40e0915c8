import "server-only";
import { networkOf } from "../client-network.ts";
import { counters } from "../counters.ts";
import { getAppEnv } from "../env.ts";
import { unwrap } from "../supabase/responses.ts";
import { serviceClient } from "../supabase/service.server.ts";
import { type AttemptKind, attemptKey, hashKey } from "./attempt-key.ts";
import { logSignIn } from "./audit-log.server.ts";
import { MAIL_PAUSE_SECONDS } from "./mail-pause.ts";

/** Failed attempts of an account before its next attempt has to wait. */
const ACCOUNT_LIMIT = 5;
/** Failed attempts from an address before the next has to wait; high, because a whole school may share an address. */
const ADDRESS_LIMIT = 60;

type Attempt = { waitSeconds: number; recordSuccess(): Promise<void>; takeBack(): Promise<void> };

/**
 * Counts an attempt of a kind, by account and by address. `waitSeconds` is 0 if the attempt may proceed; it then
 * counts as failed until `recordSuccess` is called, or `takeBack` because the auth service did not decide about it.
 * @param device a device that has signed in to this account before: its attempts are counted separately, so that a
 *   stranger's failures do not block the account's owner
 */
export async function beginAttempt(
  kind: AttemptKind,
  { email, address, device }: { email: string; address: string; device?: string | null },
): Promise<Attempt> {
  const { secretKey } = getAppEnv();
  const account = device
    ? attemptKey(kind, "device", device, secretKey)
    : attemptKey(kind, "account", email, secretKey);
  const origin = attemptKey(kind, "address", networkOf(address), secretKey);
  const limits = { p_account_limit: ACCOUNT_LIMIT, p_address_limit: ADDRESS_LIMIT };
  const counted = await serviceClient().rpc("record_sign_in_attempt", {
    p_account: account,
    p_address: origin,
    ...limits,
  });
  const waitSeconds = unwrap(counted, "Earlier attempts");
  if (waitSeconds > 0) counters.refused.attempts[kind]++;
  if (waitSeconds > 0 && (kind === "sign-in" || kind === "code"))
    await logSignIn("too many attempts", { email, address });
  return {
    waitSeconds,
    recordSuccess: () => recordSuccess(account, origin),
    takeBack: () => takeBack(account, origin),
  };
}

/**
 * Starts the pause after a mail. `waitSeconds` is the rest of an earlier pause, or 0 if a mail may be sent. `cancel` ends
 * the pause, for a mail that could not be sent.
 * @param about what has a pause of its own: an address, or for example the change of an account's address
 */
export async function beginMailPause(about: string) {
  const key = hashKey(`mail ${about.toLowerCase()}`, getAppEnv().secretKey);
  const counted = await serviceClient().rpc("record_mail_request", {
    p_key: key,
    p_pause: MAIL_PAUSE_SECONDS,
  });
  const waitSeconds = unwrap(counted, "Earlier mails");
  if (waitSeconds > 0) counters.refused.attempts.mail++;
  return { waitSeconds, cancel: () => recordSuccess(key, key) };
}

async function recordSuccess(account: string, origin: string): Promise<void> {
  const keys = { p_account: account, p_address: origin };
  unwrap(await serviceClient().rpc("record_sign_in_success", keys), "Earlier attempts");
}

async function takeBack(account: string, origin: string): Promise<void> {
  const keys = { p_account: account, p_address: origin };
  unwrap(await serviceClient().rpc("take_back_sign_in_attempt", keys), "Earlier attempts");
}
