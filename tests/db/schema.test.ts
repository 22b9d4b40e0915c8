import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { generateTypes, TYPES_FILE } from "../../scripts/generate-types.ts";
import { connect, hosted } from "./apis.ts";

const sql = connect();

test("every table has row-level security and at least one policy", async () => {
  const tables = await sql`
    select c.relname as name, c.relrowsecurity as is_secured,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
  expect(tables.map(({ name }) => name).sort()).toEqual([
    "catalogue_totals",
    "course_subjects",
    "course_summaries",
    "import_jobs",
    "import_rejections",
    "lectures",
    "profiles",
    "quiz_questions",
    "subject_summaries",
    "user_progress",
    "user_roles",
  ]);
  expect(tables.filter(({ is_secured, policies }) => !is_secured || policies === 0)).toEqual([]);
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
    "home_sections",
    "search_catalogue",
    "sitemap_courses",
    "sitemap_files",
    "sitemap_lectures",
    "subject_courses",
  ]);
});

test("functions that run with more rights than who asks are not reachable by the API, and fix their search path", async () => {
  const definers = await sql`
    select n.nspname as schema, p.proname as name, p.proconfig as settings
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname in ('public', 'private')`;
  expect(definers.length).toBeGreaterThan(0);
  for (const { schema, settings } of definers) {
    expect(schema).toBe("private");
    expect(settings).toContain('search_path=""');
  }
});

test("no function changes or deletes rows without saying which: a hosted Supabase refuses that", async () => {
  const functions = await sql`
    select p.proname as name, p.prosrc as body from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  const statements = functions.flatMap(({ name, body }) =>
    (body as string)
      .replace(/--.*$/gm, "")
      .split(";")
      .flatMap((part) => part.split(/(?=\b(?:delete from|update (?:public|private)\.))/i).slice(1))
      .map((statement) => `${name}: ${statement}`),
  );
  expect(statements.length).toBeGreaterThan(10);
  expect(statements.filter((statement) => !/\bwhere\b/i.test(statement))).toEqual([]);
});

test("the bucket of imports is private and takes CSV files up to 100 MB", async () => {
  const [bucket] = await sql`select * from storage.buckets where id = 'csv-imports'`;
  expect(bucket?.public).toBe(false);
  expect(Number(bucket?.file_size_limit)).toBe(100 * 1024 * 1024);
});

test("the generated types are those of the database", async () => {
  expect(await generateTypes(hosted.databaseUrl)).toBe(await readFile(TYPES_FILE, "utf8"));
});
