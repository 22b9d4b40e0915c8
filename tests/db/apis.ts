import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { afterAll, describe, inject, vi } from "vitest";
import type { Database } from "../../lib/supabase/database.types.ts";
import { isLongForm, share } from "../long-form.ts";
import type { Api } from "./start-backends.ts";

const apis = inject("apis");

/** PostgREST over a database set up like a hosted Supabase, or the external Supabase that the tests were given. */
export const [hosted] = apis;

/**
 * Runs the same tests on the API of a hosted project and on the embedded API, each with its own database.
 * With an external Supabase they run once.
 */
export function describeOnEachApi(name: string, tests: (api: Api, sql: postgres.Sql) => void): void {
  describe.each(apis)(`${name}, on the $name`, (api) => tests(api, connect(api.databaseUrl)));
}

/**
 * Runs tests of what the database does by itself, for which the API only carries calls that other tests make on both
 * APIs: on the first API alone in the short form, on each in the long one.
 */
export function describeOnDatabase(name: string, tests: (api: Api, sql: postgres.Sql) => void): void {
  if (isLongForm) describeOnEachApi(name, tests);
  else describe(name, () => tests(hosted, connect()));
}

/** Defines such tests among tests for each API, whose functions other tests call on both. */
export function onDatabase(api: Api, tests: () => void): void {
  if (isLongForm || api.name === hosted.name) tests();
}

/**
 * The variations to test on an API: all of them on the first API. In the short form the other API gets a quarter
 * of them, because the database behaves the same on each.
 */
export const variationsOn = <T>(api: Api, list: readonly T[]): readonly T[] =>
  api.name === hosted.name ? list : share(list, 4);

/** A direct database connection, by default as the owner of the hosted project; closed after the test file. */
export function connect(databaseUrl = hosted.databaseUrl): postgres.Sql {
  const sql = postgres(databaseUrl, { max: 4, onnotice: () => {} });
  afterAll(() => sql.end());
  return sql;
}

/** A client of the API with one of its keys, or with an account's token; `send` replaces `fetch`. */
export function clientOf(
  api: Api,
  key: "publishableKey" | "secretKey" = "publishableKey",
  token?: string,
  send: typeof fetch = fetch,
) {
  return createClient<Database>(api.url, api[key], {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: send, ...(token && { headers: { authorization: `Bearer ${token}` } }) },
  });
}

/** Points all app modules that are imported after this call at an API. */
export function pointAppAt(api: Api): void {
  vi.resetModules();
  vi.stubEnv("SUPABASE_URL", api.url);
  vi.stubEnv("SUPABASE_PUBLISHABLE_KEY", api.publishableKey);
  vi.stubEnv("SUPABASE_SECRET_KEY", api.secretKey);
}

/** The app's own queries, pointed at an API. */
export async function loadQueries(api: Api) {
  pointAppAt(api);
  return {
    ...(await import("../../lib/catalogue/queries.server.ts")),
    ...(await import("../../lib/catalogue/sitemap.server.ts")),
  };
}

let accounts = 0;

/** Signs a new account up and returns its id, its token and a client that acts as it. */
export async function signUp(api: Api, displayName?: string) {
  accounts += 1;
  const email = `learner-${process.pid}-${Date.now()}-${accounts}@example.com`;
  const { data, error } = await clientOf(api).auth.signUp({
    email,
    password: "a long enough password",
    options: displayName === undefined ? undefined : { data: { display_name: displayName } },
  });
  if (error || !data.session) throw error ?? new Error("signed up without a session");
  const { access_token: token } = data.session;
  return { id: data.session.user.id, email, token, client: clientOf(api, "publishableKey", token) };
}
