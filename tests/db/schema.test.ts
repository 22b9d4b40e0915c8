import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { READING_FUNCTIONS } from "../../lib/supabase/restart.ts";
import { generateTypes, TYPES_FILE } from "../../scripts/generate-types.ts";
import { connect, hosted } from "./apis.ts";
import { findUnrestrictedStatements } from "./unrestricted-statements.ts";

const sql = connect();

test("every table has row-level security and at least one policy", async () => {
  const tables = await sql`
    select c.relname as name, c.relrowsecurity as is_secured,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
  expect(tables.map(({ name }) => name).sort()).toEqual([
    "cache_tags",
    "catalogue_totals",
    "course_subjects",
    "course_summaries",
    "import_differences",
    "import_jobs",
    "import_rejections",
    "lectures",
    "notes",
    "profiles",
    "quiz_questions",
    "subject_summaries",
    "user_progress",
    "user_roles",
    "video_lengths",
  ]);
  expect(tables.filter(({ is_secured, policies }) => !is_secured || policies === 0)).toEqual([]);
});

test("what is sent again while the backend restarts only reads", async () => {
  const writing = await sql`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile = 'v' and proname ~ ${READING_FUNCTIONS.source}`;
  expect(writing).toEqual([]);
});

test("every view runs with the rights of who asks", async () => {
  const views = await sql`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'
      and not coalesce(reloptions::text[] @> array['security_invoker=true'], false)`;
  expect(views).toEqual([]);
});

test("policies name one operation and one role each", async () => {
  const wide = await sql`
    select policyname from pg_policies
    where schemaname in ('public', 'storage') and (cmd = 'ALL' or cardinality(roles) <> 1 or 'public' = any(roles))`;
  expect(wide).toEqual([]);
});

test("only the functions that read the catalogue are open to visitors", async () => {
  const open = await sql`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('anon', p.oid, 'execute')
    order by 1`;
  expect(open.map(({ name }) => name)).toEqual([
    "course_page",
    "find_course",
    "find_quiz",
    "home_page",
    "moved_course",
    "moved_lecture",
    "search_catalogue",
    "sitemap_courses",
    "sitemap_files",
    "sitemap_lectures",
    "sitemap_subjects",
    "subject_courses",
    "subjects_by_name",
  ]);
});

test("functions that run with more rights than who asks are not reachable by the API", async () => {
  const definers = await sql`
    select p.pronamespace::regnamespace::text as schema from pg_proc p
    where p.prosecdef and p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  expect(new Set(definers.map(({ schema }) => schema))).toEqual(new Set(["private"]));
});

test("every function fixes its search path", async () => {
  const open = await sql`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce(p.proconfig, '{}') @> array['search_path=""']`;
  expect(open).toEqual([]);
});

test("no function changes or deletes rows without saying which: a hosted Supabase refuses that", async () => {
  const functions = await sql`
    select p.oid::regprocedure::text as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  expect(functions.map(({ body }) => body).join()).toMatch(/delete from .* where/);
  const offending = functions.map(({ name, body }) => [name, findUnrestrictedStatements(body)]);
  expect(offending.filter(([, statements]) => statements.length > 0)).toEqual([]);
  expect(await sql`select * from pg_rules where schemaname in ('public', 'private')`).toEqual([]);
});

test.each([
  ["a delete", "delete from public.t;"],
  ["an update in capitals, over lines", "UPDATE\n  t\nSET a = 1;"],
  ["a condition that is a subquery's", "update t set a = (select b from u where u.id = t.id);"],
  ["a condition of the next statement", "delete from only t; select 1 from t where a;"],
  [
    "a condition of the loop behind it",
    "for r in delete from t returning * loop select 1 from t where a; end loop;",
  ],
  [
    "a condition of the query that it is a part of",
    "with gone as (delete from t returning a) select a from gone where a;",
  ],
  [
    "a condition of another part",
    "with w as (select 1 from t where a), gone as (update t set a = 1) select 1;",
  ],
  ["a condition in a comment", "delete from t -- where\n /* a /* b */ where */;"],
  ["a condition in a text or a name", `update t set a = 'where', b = $x$ where $x$, "where" = E'\\' where';`],
  ["a statement after a text with a quotation mark", "x := 'it''s'; delete from t; y := '';"],
  ["a statement under a condition of the program", "if a then delete from t; end if;"],
  ["a statement that is made as it runs", "execute 'delete from t where ' || a;"],
  ["a program in a text", "do $x$ begin delete from t; end $x$;"],
])("%s is found", (_, body) => {
  expect(findUnrestrictedStatements(body)).toHaveLength(1);
});

test.each([
  "delete from t using u where t.a = u.a;",
  "update t set a = (select 1) where true;",
  "with gone as (delete from t where a returning b) select count(*) from gone;",
  "insert into t values (1) on conflict (a) do update set b = excluded.b;",
  "insert into t values (1) on conflict do nothing;",
  "select 1 from t for no key update skip locked;",
  "merge into t using u on t.a = u.a when matched and u.b then delete when matched then update set b = 1;",
  "-- delete from t;\nif tg_op = 'DELETE' then return 'update t set a'; end if;",
])("%s is no such statement", (body) => {
  expect(findUnrestrictedStatements(body)).toEqual([]);
});

test("the bucket of imports is private and takes CSV files up to 100 MB", async () => {
  const [bucket] = await sql`select * from storage.buckets where id = 'csv-imports'`;
  expect(bucket?.public).toBe(false);
  expect(Number(bucket?.file_size_limit)).toBe(100 * 1024 * 1024);
});

test("the generated types are those of the database", async () => {
  expect(await generateTypes(hosted.databaseUrl)).toBe(await readFile(TYPES_FILE, "utf8"));
});
