import "server-only";
import { createServerClient } from "@supabase/ssr";
import { cookies, headers } from "next/headers";
import type { NextRequest, NextResponse } from "next/server";
import { readClientAddress } from "../client-address.ts";
import { getAppEnv } from "../env.ts";
import { SESSION_FLAG } from "../session-flag.ts";
import { withoutRetries } from "./client.ts";
import type { Database } from "./database.types.ts";
import { leaveOutRefreshErrors } from "./refresh-errors.ts";
import { createSessionFetch } from "./session-fetch.server.ts";
import { type Cookie, SESSION_COOKIE } from "./session-token.ts";
import { readAccessToken } from "./token.server.ts";

leaveOutRefreshErrors();

/** Browsers limit the lifetime of cookies to this. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

type CookieOptions = {
  path?: string;
  maxAge?: number;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: boolean | "lax" | "strict" | "none";
};

/** The cookies of a request and of its response. */
export type CookieJar = {
  getAll(): Cookie[];
  /** Sets a cookie; `getAll` returns the new value afterwards. A `maxAge` of 0 removes the cookie. */
  set(name: string, value: string, options: CookieOptions): unknown;
};

export type SessionClient = ReturnType<typeof createSessionClient>;

/**
 * A client that acts as the sender of this request: row-level security applies to the user's own token. For route
 * handlers only, where a refreshed token can be written back; a page cannot set cookies, and a refresh there would
 * end the session.
 */
export async function sessionClient(): Promise<SessionClient> {
  return createSessionClient(await cookies(), readClientAddress(await headers()));
}

/** Removes the flag that tells scripts that there is a session, after it has ended. For route handlers. */
export async function removeSessionFlag(): Promise<void> {
  const jar = await cookies();
  if (jar.has(SESSION_FLAG)) jar.delete(SESSION_FLAG);
}

/**
 * A client that acts as the sender of a request, for middleware: a refreshed session is written to the request, where
 * the page reads it, and by `keepSession` to the response.
 */
export function requestSession(request: NextRequest) {
  const changes: Parameters<CookieJar["set"]>[] = [];
  const jar: CookieJar = {
    getAll: () => request.cookies.getAll(),
    set: (name, value, options) => {
      request.cookies.set(name, value);
      changes.push([name, value, options]);
    },
  };
  const client = createSessionClient(jar, readClientAddress(request.headers));
  const keepSession = (response: NextResponse) => {
    for (const change of changes) response.cookies.set(...change);
  };
  return { client, keepSession };
}

/** A client that stores its session in the jar, together with the flag that scripts may read. */
export function createSessionClient(jar: CookieJar, visitorAddress: string) {
  const { supabaseUrl, publishableKey, siteUrl } = getAppEnv();
  // Damaged or forged cookies would fail every request, also that of a sign-out.
  if (!readAccessToken(jar.getAll())) removeSession(jar);
  const { fetch, hasFailedRefresh } = createSessionFetch(visitorAddress);
  const shared = { path: "/", sameSite: "lax", secure: siteUrl.startsWith("https:") } as const;
  return createServerClient<Database>(supabaseUrl, publishableKey, {
    cookieOptions: { name: SESSION_COOKIE, httpOnly: true, maxAge: MAX_AGE_SECONDS, ...shared },
    cookies: {
      getAll: () => jar.getAll(),
      setAll: (changes) => {
        if (hasFailedRefresh()) return;
        for (const { name, value, options } of changes) jar.set(name, value, options);
        const isSignedIn = jar.getAll().some(isSession);
        jar.set(SESSION_FLAG, isSignedIn ? "1" : "", { ...shared, maxAge: isSignedIn ? MAX_AGE_SECONDS : 0 });
      },
    },
    db: withoutRetries,
    global: { fetch },
  });
}

/** Removes the cookies of a session, and the flag. */
function removeSession(jar: CookieJar): void {
  const names = jar.getAll().filter((cookie) => isSession(cookie) || cookie.name === SESSION_FLAG);
  for (const { name } of names) jar.set(name, "", { path: "/", maxAge: 0 });
}

/** Whether a cookie holds a session, or a part of one. */
export function isSession({ name, value }: Cookie): boolean {
  return /^lectern-session(\.\d+)?$/.test(name) && value !== "";
}
