import "server-only";
import { getAppEnv } from "../env.ts";

const TIMEOUT_MS = 2_000;

/** Whether the backend answers a query through its gateway within two seconds. */
export async function isBackendReady(): Promise<boolean> {
  const { supabaseUrl, publishableKey } = getAppEnv();
  const answer = await fetch(`${supabaseUrl}/rest/v1/catalogue_totals?select=lecture_count`, {
    headers: { apikey: publishableKey },
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  return answer?.ok === true;
}
