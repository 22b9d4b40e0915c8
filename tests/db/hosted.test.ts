import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createApi } from "../../supabase/embedded/api.ts";
import { applyMigrations } from "../../supabase/embedded/migrations.ts";
import { connect } from "./apis.ts";

// The embedded API grants all tables to every role, so what the migrations grant shows only in a
// database that it has not served yet. This one has the default privileges of a hosted Supabase.
const databaseUrl = Object.assign(new URL(inject("databaseUrl")), { pathname: "/hosted" }).href;
const migrations = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));
const admin = connect();
const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });

beforeAll(async () => {
  await admin`create database hosted`;
  const storageDirectory = await mkdtemp(join(tmpdir(), "lectern-hosted-"));
  const secrets = { postgresPassword: "", jwtSecret: "x".repeat(32), publishableKey: "p", secretKey: "s" };
  const api = await createApi({ databaseUrl, storageDirectory, siteUrl: "http://localhost", secrets });
  await api.ensureSystemSchemas(sql);
  await api.close(0);
  await rm(storageDirectory, { recursive: true });
  for (const kind of ["tables", "functions", "sequences"]) {
    await sql.unsafe(
      `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role`,
    );
  }
  await applyMigrations(sql, migrations, "");
});
afterAll(async () => {
  await sql.end();
  await admin`drop database hosted`;
});

test("on a hosted Supabase each role has exactly the rights on tables that the migrations grant", async () => {
  const rows = await sql`
    select table_name as table, grantee as role, string_agg(privilege_type, ' ' order by privilege_type) as rights
    from information_schema.role_table_grants
    where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated')
    group by 1, 2 order by 2, 1`;
  expect(rows.map(({ role, table, rights }) => `${role} ${table}: ${rights}`)).toEqual([
    "anon catalogue_totals: SELECT",
    "anon course_subjects: SELECT",
    "anon course_summaries: SELECT",
    "anon lectures: SELECT",
    "anon subject_summaries: SELECT",
    "authenticated catalogue_totals: SELECT",
    "authenticated course_subjects: SELECT",
    "authenticated course_summaries: SELECT",
    "authenticated import_jobs: INSERT SELECT",
    "authenticated import_rejections: SELECT",
    "authenticated lectures: DELETE INSERT SELECT UPDATE",
    "authenticated profiles: SELECT",
    "authenticated quiz_questions: SELECT",
    "authenticated subject_summaries: SELECT",
    "authenticated user_progress: DELETE INSERT SELECT UPDATE",
    "authenticated user_roles: SELECT",
  ]);
});

test("on a hosted Supabase functions and sequences are as open as on the embedded one", async () => {
  const rights = (database: postgres.Sql) => database`
    select p.oid::regprocedure::text as name,
      has_function_privilege('anon', p.oid, 'execute') as visitor,
      has_function_privilege('authenticated', p.oid, 'execute') as user,
      has_function_privilege('service_role', p.oid, 'execute') as server
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`;
  expect(await rights(sql)).toEqual(await rights(admin));
  const sequences = await sql`
    select relname from pg_class
    where case when relkind = 'S' then has_sequence_privilege('authenticated', oid, 'usage') end`;
  expect(sequences).toEqual([]);
});
