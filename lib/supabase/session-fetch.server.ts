import "server-only";
import { getAppEnv } from "../env.ts";
import { createPromiseCache } from "../promise-cache.ts";
import { watchForwarding } from "./address-forwarding.server.ts";
import { readAuthResponse } from "./auth-response.ts";
import { uncachedFetch } from "./fetch.ts";
import { REFRESH_FAILED, SESSION_ENDED } from "./refresh-errors.ts";

/** Calls for which the auth service limits the rate per visitor address, and what an account changes of its own. */
const BRAKED = /\/auth\/v1\/(signup|token|verify|recover|resend|otp)\b/;
const BRAKED_CHANGES = /\/auth\/v1\/(user|factors)\b/;

/**
 * Requests of a page that renew its session at the same time share one call. The auth service would answer them one
 * after another, and some of them too late.
 */
const renewOnce = createPromiseCache<Response>(30_000, () => false);

type SessionFetch = {
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  /** Whether the last refresh failed although the session has not ended; the session must then be kept. */
  hasFailedRefresh: () => boolean;
};

/**
 * `fetch` for a client with a session. It sends the visitor's address to the auth service. A rate limit, an outage or
 * an unexpected response does not end the session.
 */
export function createSessionFetch(visitorAddress: string): SessionFetch {
  let failed = false;
  const request = async (input: RequestInfo | URL, init: RequestInit) => {
    const isChange = init.method !== "GET" && BRAKED_CHANGES.test(String(input));
    if (!isChange && !BRAKED.test(String(input))) return uncachedFetch(input, init);
    const response = await uncachedFetch(input, nameVisitor(init, visitorAddress, isChange));
    await watchForwarding(visitorAddress, response);
    return response;
  };
  return {
    hasFailedRefresh: () => failed,
    async fetch(input, init = {}) {
      const isRefresh = String(input).includes("/token?grant_type=refresh_token");
      if (!isRefresh || typeof init.body !== "string") {
        const response = await request(input, init);
        // A successful sign-in or sign-out changes the session for certain, whatever the last refresh did.
        if (response.ok && String(input).includes("/auth/v1/")) failed = false;
        return response;
      }
      const shared = await renewOnce(init.body, () => request(input, init)).catch(() => null);
      const response = shared?.clone() ?? null;
      failed = !(await isDecision(response));
      // supabase-js would retry a server error for half a minute; it reports the status of `toFailure` at once.
      return response && !failed ? response : toFailure(response);
    },
  };
}

/**
 * A hosted auth service counts calls by the address of the connection, which is the app's for every visitor. With a
 * secret key it accepts the address in `Sb-Forwarded-For`, if the project allows it ("IP address forwarding").
 * @param keepsToken whether the call acts as the account whose token it has
 */
function nameVisitor(init: RequestInit, visitorAddress: string, keepsToken: boolean): RequestInit {
  const { secretKey } = getAppEnv();
  if (!secretKey.startsWith("sb_secret_")) return init;
  const headers = new Headers(init.headers);
  headers.set("apikey", secretKey);
  if (!keepsToken) headers.set("Authorization", `Bearer ${secretKey}`);
  headers.set("Sb-Forwarded-For", visitorAddress);
  return { ...init, headers };
}

/** Whether the auth service has renewed the session or reported that it has ended. */
async function isDecision(response: Response | null): Promise<boolean> {
  if (!response) return false;
  const { hasToken, hasCode } = await readAuthResponse(response);
  return response.ok ? hasToken : hasCode(...SESSION_ENDED);
}

function toFailure(response: Response | null): Response {
  const status = response?.status === 429 ? 429 : 408;
  return Response.json({ error_code: REFRESH_FAILED, message: "The session was not renewed" }, { status });
}
