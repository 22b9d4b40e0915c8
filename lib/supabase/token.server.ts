import "server-only";
import { combineChunks, stringFromBase64URL } from "@supabase/ssr";
import { createClient } from "@supabase/supabase-js";
import { getAppEnv } from "../env.ts";
import { withoutRetries, withoutSession } from "./client.ts";
import type { Database } from "./database.types.ts";
import { uncachedFetch } from "./fetch.ts";
import { type Cookie, SESSION_COOKIE } from "./session.server.ts";

const ENCODING = "base64-";
/** The three parts of a JWT, in characters that are safe in a header. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

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

/**
 * The access token in a request's session cookies, unchanged: it is neither refreshed nor verified. Null if the
 * cookies contain no readable session.
 */
export async function readAccessToken(cookies: readonly Cookie[]): Promise<string | null> {
  const session = await combineChunks(
    SESSION_COOKIE,
    (name) => cookies.find((cookie) => cookie.name === name)?.value,
  );
  if (!session?.startsWith(ENCODING)) return null;
  try {
    return readToken(JSON.parse(stringFromBase64URL(session.slice(ENCODING.length)))?.access_token);
  } catch {
    return null;
  }
}

/** The token of an `Authorization: Bearer` header, or null. */
export function readBearer(header: string | null): string | null {
  return readToken(/^Bearer +(\S+)$/i.exec(header?.trim() ?? "")?.[1]);
}

function readToken(value: unknown): string | null {
  return typeof value === "string" && TOKEN.test(value) ? value : null;
}
