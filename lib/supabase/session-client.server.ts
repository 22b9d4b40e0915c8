import "server-only";
import { createServerClient } from "@supabase/ssr";
import { SESSION_FLAG } from "../auth/session-flag.ts";
import { getAppEnv } from "../env.ts";
import type { Database } from "./database.types.ts";
import { isSession, SESSION_COOKIE } from "./session-cookies.ts";
import { sessionFetch } from "./session-fetch.ts";

/** Browsers keep no cookie longer than this. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

type CookieOptions = {
  path?: string;
  maxAge?: number;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: boolean | "lax" | "strict" | "none";
};

/** Cookies of a request, and those of its response. */
export type CookieJar = {
  getAll(): { name: string; value: string }[];
  /** What is set is what `getAll` answers from then on. An age of 0 removes a cookie. */
  set(name: string, value: string, options: CookieOptions): unknown;
};

/**
 * A client that acts as the user whose session is in the jar, and that puts a refreshed session back
 * there: for whoever can answer with cookies.
 */
export function createSessionClient(jar: CookieJar) {
  const { supabaseUrl, publishableKey, siteUrl } = getAppEnv();
  const shared = { path: "/", sameSite: "lax", secure: siteUrl.startsWith("https:") } as const;
  return createServerClient<Database>(supabaseUrl, publishableKey, {
    cookieOptions: { name: SESSION_COOKIE, httpOnly: true, maxAge: MAX_AGE_SECONDS, ...shared },
    cookies: {
      getAll: () => jar.getAll(),
      setAll: (changes) => {
        for (const { name, value, options } of changes) jar.set(name, value, options);
        const isSignedIn = jar.getAll().some(isSession);
        jar.set(SESSION_FLAG, isSignedIn ? "1" : "", { ...shared, maxAge: isSignedIn ? MAX_AGE_SECONDS : 0 });
      },
    },
    global: { fetch: sessionFetch },
  });
}

export type SessionClient = ReturnType<typeof createSessionClient>;
