import "server-only";
import { readAuthResponse } from "./auth-response.ts";

/** The fewest calls from one address within five minutes at which a hosted auth service starts to limit the rate. */
const BRAKED_FROM = 30;
const WINDOW_MS = 5 * 60_000;

const calls = new Map<string, number[]>();
let isWarned = false;

/**
 * Records a call that the auth service limits by the visitor's address, and its response. If a visitor is limited
 * after a few calls, the service counts all visitors as one: a warning then says, once, which setting is missing.
 */
export async function watchForwarding(visitorAddress: string, response: Response): Promise<void> {
  if (isWarned) return;
  const since = Date.now() - WINDOW_MS;
  for (const [address, times] of calls) if ((times.at(-1) ?? 0) < since) calls.delete(address);
  const recent = [...(calls.get(visitorAddress) ?? []).filter((time) => time > since), Date.now()];
  calls.set(visitorAddress, recent);
  if (response.status !== 429 || recent.length >= BRAKED_FROM) return;
  const { hasCode } = await readAuthResponse(response);
  if (!hasCode("over_request_rate_limit")) return;
  isWarned = true;
  console.warn(
    "Supabase's auth service counts all visitors as one, and refuses their sign-ins together. " +
      'Turn on "IP address forwarding" in the project\'s auth settings, and set SUPABASE_SECRET_KEY to a key that ' +
      "begins with sb_secret_. Behind a proxy, set TRUSTED_PROXIES as well.",
  );
}
