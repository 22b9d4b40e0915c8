import "server-only";
import { createClient } from "@supabase/supabase-js";
import { getAppEnv } from "../env.ts";
import { withoutRetries, withoutSession } from "./client.ts";
import type { Database } from "./database.types.ts";
import { uncachedFetch } from "./fetch.ts";
import { asToken, type Cookie, readSessionToken } from "./session-token.ts";

/**
 * A client that acts as the holder of an access token: row-level security applies. It has no session and never
 * refreshes one, so pages may use it.
 */
export function tokenClient(token: string) {
  const { supabaseUrl, publishableKey } = getAppEnv();
  return createClient<Database>(supabaseUrl, publishableKey, {
    auth: withoutSession,
    db: withoutRetries,
    global: {
      // The capital A matters: this entry then replaces the header that supabase-js sends with the key.
      headers: { Authorization: `Bearer ${token}` },
      fetch: uncachedFetch,
    },
  });
}

/** The access token in a request's session cookies; see `readSessionToken`. */
export function readAccessToken(cookies: readonly Cookie[]): string | null {
  return readSessionToken((name) => cookies.find((cookie) => cookie.name === name)?.value);
}

/** The token of an `Authorization: Bearer` header, or null. */
export function readBearer(header: string | null): string | null {
  return asToken(/^Bearer +(\S+)$/i.exec(header?.trim() ?? "")?.[1]);
}

/** What a token says, which is not verified; nothing if it is damaged. */
export function readClaims(token: string): { sub?: string; session_id?: string } {
  try {
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  } catch {
    return {};
  }
}
