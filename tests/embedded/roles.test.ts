import postgres from "postgres";
import { beforeAll, describe, expect, test } from "vitest";
import type { EmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { isLongForm } from "../long-form.ts";
import { postgresOf } from "../processes.ts";
import { isRoot } from "./clone.ts";
import { afterAllTests, installedDirectory, startBackend } from "./installation.ts";
import { serviceClient, signUp, visitorClient } from "./requests.ts";

let backend: EmbeddedSupabase;
let sql: postgres.Sql;
/** The answers to requests that were sent at once, right after the start, with either key. */
let firstAnswers: { error: unknown }[];
const register = afterAllTests();
beforeAll(async () => {
  backend = await startBackend(await installedDirectory(register), {}, register);
  firstAnswers = await Promise.all(
    Array.from({ length: isLongForm ? 40 : 24 }, (_, n) =>
      (n % 2 ? visitorClient(backend) : serviceClient(backend)).from("notes").select("id"),
    ),
  );
  sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} });
  register(() => sql.end());
});

test("many requests at once right after a start have the rights of their keys", () => {
  expect(firstAnswers.map(({ error }) => error).filter(Boolean)).toEqual([]);
});

test("the backend runs as the user who starts it, and its PostgreSQL never as root", () => {
  const { uid } = postgresOf(backend.pid);
  if (isRoot) expect(uid).not.toBe(0);
  else expect(uid).toBe(process.getuid?.());
});

test("interleaved requests of three roles each see their own rows", async () => {
  const NOTES = 20;
  const users = await Promise.all(["ada", "ben"].map((name) => signUp(backend, name)));
  for (const { client, id } of users) {
    const rows = Array.from({ length: NOTES }, (_, n) => ({ user_id: id, body: `note ${n}` }));
    expect((await client.from("notes").insert(rows)).error).toBeNull();
  }
  const [ada, ben] = users as [(typeof users)[0], (typeof users)[0]];
  const [visitor, service] = [visitorClient(backend), serviceClient(backend)];

  const owners = async (client: typeof visitor) => {
    const { data, error } = await client.from("notes").select("user_id").limit(1000);
    if (error) throw error;
    return data.map(({ user_id }) => user_id).sort();
  };
  const own = (id: string) => Array(NOTES).fill(id);
  const kinds: [() => Promise<unknown>, unknown][] = [
    [() => owners(ada.client), own(ada.id)],
    [() => owners(visitor), []],
    [() => owners(ben.client), own(ben.id)],
    [() => owners(service), [...own(ada.id), ...own(ben.id)].sort()],
    [async () => (await ada.client.auth.getUser(ada.token)).data.user?.id, ada.id],
    [async () => (await ben.client.storage.from("files").list()).data, []],
    [
      async () => (await ben.client.from("notes").insert({ user_id: ada.id, body: "forged" })).error?.code,
      "42501",
    ],
  ];
  // More concurrent requests than the pool has connections, so that different roles use each connection in turn.
  const REQUESTS = isLongForm ? 1400 : 140;
  const IN_FLIGHT = 64;
  const queue = Array.from({ length: REQUESTS }, (_, n) => kinds[n % kinds.length] as (typeof kinds)[0]);
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) expect(await next[0]()).toEqual(next[1]);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
});

test("a request without a key is refused", async () => {
  await signUp(backend, "cleo");
  expect((await serviceClient(backend).from("profiles").select("user_id")).data?.length).toBeGreaterThan(0);

  const status = async (path: string, init?: RequestInit) =>
    (await fetch(`${backend.url}${path}`, init)).status;
  expect(await status("/rest/v1/profiles")).toBe(401);
  expect(await status("/rest/v1/ledger", { method: "POST", body: '{"id":1}' })).toBe(401);
  expect(await status("/auth/v1/token?grant_type=password", { method: "POST", body: "{}" })).toBe(401);
  expect(await status("/rest/v1/profiles", { headers: { apikey: "sb_secret_guessed" } })).toBe(401);
  const buckets = await fetch(`${backend.url}/storage/v1/bucket`);
  expect(buckets.ok ? await buckets.json() : []).toEqual([]);
});

test("no route shows the configuration", async () => {
  const headers = { apikey: backend.secretKey };
  for (const path of [
    "/_system/info",
    "/_system/config",
    "/_system/introspect",
    "/",
    "/rest/v1/../../_system/info",
  ]) {
    const answer = await fetch(`${backend.url}${path}`, { headers });
    expect(answer.status, path).toBe(404);
    expect(await answer.text()).not.toMatch(/postgres|secret/);
  }
});

test("a display name given at sign-up reaches the triggers of migrations", async () => {
  const { id } = await signUp(backend, "dora");
  const { data } = await serviceClient(backend).from("profiles").select("display_name").eq("user_id", id);
  expect(data).toEqual([{ display_name: "dora" }]);
});

test("of sign-ups with one address at once, one has an account, and the others learn that there is one", async () => {
  const credentials = { email: "at-once@example.org", password: "correct horse battery" };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => visitorClient(backend).auth.signUp(credentials)),
  );
  expect(answers.map(({ error }) => error?.code).sort()).toEqual([
    ...Array(4).fill("user_already_exists"),
    undefined,
  ]);
});

describe("the role that the API connects as", () => {
  const role = "lectern_api_postgres";
  const codeOf = (statement: string) =>
    sql
      .begin(async (tx) => {
        await tx.unsafe(`set local session authorization ${role}`);
        await tx.unsafe(statement);
        throw Object.assign(new Error("undone"), { code: "done" });
      })
      .catch(({ code }) => code);

  test("it is the only one that its connections have, and is no superuser", async () => {
    await serviceClient(backend).from("notes").select("id").throwOnError();
    await visitorClient(backend).auth.signInWithPassword({ email: "nobody@example.com", password: "wrong!" });
    const roles = await sql`
      select distinct r.rolname, r.rolsuper, r.rolinherit, r.rolcreaterole, r.rolcreatedb, r.rolreplication, r.rolbypassrls
      from pg_stat_activity a join pg_roles r on r.rolname = a.usename
      where a.backend_type = 'client backend' and a.pid <> pg_backend_pid()`;
    expect(roles.map((row) => Object.entries(row).filter(([, value]) => value !== false))).toEqual([
      [["rolname", role]],
    ]);
  });

  test.each([
    "select from public.notes",
    "insert into public.ledger values (1)",
    "truncate public.notes",
    "drop policy notes_select_own on public.notes",
    "create table public.more (id int)",
    "create schema more",
    "create role more",
    `alter role ${role} bypassrls`,
    "grant postgres to anon",
    "set role postgres",
    "select pg_read_file('postgresql.conf')",
    "copy (select 1) to program 'true'",
    "set log_statement = 'none'",
    "select from supabase_migrations.schema_migrations",
  ])("by itself it may not: %s", async (statement) => {
    expect(await codeOf(statement)).toBe("42501");
  });

  test.each([
    "select from auth.users",
    "delete from storage.objects",
    "set local role anon",
    "set local role authenticated",
    "set local role service_role; select from public.notes",
  ])("it may: %s", async (statement) => {
    expect(await codeOf(statement)).toBe("done");
  });
});

test("roles of requests have no right on tables but those that were granted", async () => {
  const grants = await sql`
    select format('%s.%s %s: %s', table_schema, table_name, grantee, string_agg(privilege_type, ' ' order by privilege_type)) as line
    from information_schema.role_table_grants where grantee in ('anon', 'authenticated', 'service_role')
    group by table_schema, table_name, grantee order by 1`;
  expect(grants.map(({ line }) => line)).toEqual([
    "public.ledger service_role: DELETE INSERT SELECT UPDATE",
    "public.notes anon: SELECT",
    "public.notes authenticated: INSERT SELECT",
    "public.notes service_role: DELETE INSERT SELECT UPDATE",
    "public.profiles service_role: SELECT",
    "storage.buckets service_role: DELETE INSERT SELECT UPDATE",
    "storage.objects authenticated: DELETE INSERT SELECT UPDATE",
    "storage.objects service_role: DELETE INSERT SELECT UPDATE",
  ]);
});
