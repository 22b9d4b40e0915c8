import "server-only";
import { createServerClient } from "@supabase/ssr";
import { cookies } from "next/headers";
import { SESSION_FLAG } from "../auth/session-flag.ts";
import { getAppEnv } from "../env.ts";
import type { Database } from "./database.types.ts";

/** Name of the session's cookies; long sessions are cut into `lectern-session.0`, `.1` … */
const SESSION_COOKIE = "lectern-session";
/** Browsers keep no cookie longer than this. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/**
 * A client that acts as whoever sent this request: row-level security decides with the user's own
 * token. For route handlers only, where a refreshed token can be written back; a page cannot set
 * cookies, and a refresh there would end the session.
 */
export async function sessionClient() {
  const { supabaseUrl, publishableKey, siteUrl } = getAppEnv();
  const jar = await cookies();
  const secure = siteUrl.startsWith("https:");
  const shared = { path: "/", sameSite: "lax", secure } as const;
  return createServerClient<Database>(supabaseUrl, publishableKey, {
    cookieOptions: { name: SESSION_COOKIE, httpOnly: true, maxAge: MAX_AGE_SECONDS, ...shared },
    cookies: {
      getAll: () => jar.getAll(),
      setAll: (changes) => {
        for (const { name, value, options } of changes) jar.set(name, value, options);
        const isSignedIn = jar.getAll().some(isSession);
        if (isSignedIn) jar.set(SESSION_FLAG, "1", { ...shared, maxAge: MAX_AGE_SECONDS });
        else jar.delete({ name: SESSION_FLAG, path: "/" });
      },
    },
    global: { fetch: (input, init) => fetch(input, { ...init, cache: "no-store" }) },
  });
}

export type SessionClient = Awaited<ReturnType<typeof sessionClient>>;

function isSession({ name, value }: { name: string; value: string }): boolean {
  return /^lectern-session(\.\d+)?$/.test(name) && value !== "";
}
