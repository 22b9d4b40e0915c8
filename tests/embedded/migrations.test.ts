import { cp, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { EmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { applyMigrations, findPendingMigrations } from "../../supabase/embedded/migrations.ts";
import {
  afterAllTests,
  installedDirectory,
  MIGRATIONS,
  startBackend,
  temporaryDirectory,
} from "./installation.ts";
import { readBackup } from "./read-backup.ts";

const register = afterAllTests();
let server: EmbeddedSupabase;
let databases = 0;

beforeAll(async () => {
  server = await startBackend(await installedDirectory(register), {}, register);
});

const connect = (databaseUrl: string) => postgres(databaseUrl, { max: 1, onnotice: () => {} });

/** A directory of migrations that a test may change. */
async function directoryOf(files: Record<string, string>) {
  const migrationsDir = await temporaryDirectory();
  const write = (name: string, sql: string) => writeFile(path.join(migrationsDir, name), sql);
  for (const [name, sql] of Object.entries(files)) await write(name, sql);
  return { migrationsDir, write };
}

/** An installation, and a copy of its migrations. */
async function installation() {
  const dataDir = await installedDirectory();
  const files = await directoryOf({});
  await cp(MIGRATIONS, files.migrationsDir, { recursive: true });
  return {
    ...files,
    dataDir,
    /** Starts the backend, runs `look`, and stops the backend. */
    start: async <T>(look: (sql: postgres.Sql) => Promise<T>) => {
      const backend = await startBackend(dataDir, { migrationsDir: files.migrationsDir });
      const sql = connect(backend.databaseUrl);
      const found = await look(sql);
      await sql.end();
      await backend.stop();
      return found;
    },
  };
}

/** An empty database, which is brought up to date by the functions that a start uses. */
async function database() {
  const files = await directoryOf({ "20260101000001_first.sql": "create table public.first (n int);" });
  const name = `migrated_${++databases}`;
  const admin = connect(server.databaseUrl);
  await admin.unsafe(`create database ${name}`);
  await admin.end();
  const url = new URL(server.databaseUrl);
  url.pathname = name;
  const sql = connect(url.href);
  onTestFinished(() => sql.end());
  const migrate = async () => {
    const { pending } = await findPendingMigrations(sql, files.migrationsDir, "");
    await applyMigrations(sql, pending);
    return history(sql);
  };
  return { ...files, migrate };
}

const history = async (sql: postgres.Sql) =>
  (await sql`select version, name from supabase_migrations.schema_migrations order by version`).map(
    (row) => ({ ...row }),
  );

test("a new version backs the installation up, and applies each of its migrations once, in order", async () => {
  const { dataDir, start, write } = await installation();
  const listBackups = () => readdir(path.join(dataDir, "backups"));
  await start((sql) => sql`insert into public.ledger values (1)`);
  await expect(listBackups()).rejects.toThrow("ENOENT");
  await write(
    "20260102000000_second.sql",
    "create table public.counted (n int); insert into public.counted values (1);",
  );
  await write("20260103000000_third.sql", "insert into public.counted values (2); truncate public.ledger;");
  const look = async (sql: postgres.Sql) => ({
    counted: (await sql`select n from public.counted order by n`).map(({ n }) => n),
    ledger: (await sql`select id from public.ledger`).length,
    // It is recorded as the Supabase CLI does.
    history: await history(sql),
  });
  const expected = {
    counted: [1, 2],
    ledger: 0,
    history: [
      { version: "20260101000001", name: "notes" },
      { version: "20260102000000", name: "second" },
      { version: "20260103000000", name: "third" },
    ],
  };
  expect(await start(look)).toEqual(expected);
  expect(await start(look)).toEqual(expected);

  const [name, ...more] = await listBackups();
  expect([name, more]).toEqual([expect.stringMatching(/^before-\d+\.\d+\.\d+-20.*\.tar\.gz$/), []]);
  const backup = await readBackup(path.join(dataDir, "backups", name as string));
  expect(backup["rows/ledger/1"]).toBe("1\n");
  expect(backup["database.json"]).not.toContain("counted");
});

test("a migration that fails is rolled back whole, and named with its line; one that was applied may not change", async () => {
  const { migrate, write } = await database();
  const name = "20260102000000_second.sql";
  await write(name, "create table public.half (n int);\nselect 1;\ninsert into nowhere values (1);\n");
  await expect(migrate()).rejects.toThrow(/20260102000000_second\.sql, line 3 failed: .*nowhere/);

  await write(name, "create table public.half (n int);\n");
  expect(await migrate()).toHaveLength(2);
  // Other line ends are no change.
  await write(name, "create table public.half (n int);\r\n");
  await migrate();
  await write(name, "create table public.half (n bigint);\n");
  await expect(migrate()).rejects.toThrow(/20260102000000_second\.sql was changed/);
});

test("a database that is ahead of the files, or behind their numbering, is refused", async () => {
  const { migrationsDir, migrate, write } = await database();
  await write("20260103000000_third.sql", "select 1;");
  await migrate();
  await write("20260102000000_late.sql", "select 1;");
  await expect(migrate()).rejects.toThrow(/20260102000000_late\.sql comes before 20260103000000/);
  await rm(path.join(migrationsDir, "20260102000000_late.sql"));

  await rename(path.join(migrationsDir, "20260103000000_third.sql"), path.join(migrationsDir, "third.txt"));
  await expect(migrate()).rejects.toThrow(/has the migration 20260103000000_third, which is not in/);
});

test("a database made by files before the first one is refused, and the operator told how to start anew", async () => {
  const { dataDir, migrationsDir, start } = await installation();
  await rename(
    path.join(migrationsDir, "20260101000001_notes.sql"),
    path.join(migrationsDir, "20260201000001_notes.sql"),
  );
  await expect(start(history)).rejects.toThrow(
    `early version of Lectern, before its first release, and cannot be used by this one. Lectern starts anew once its data directory, ${dataDir}, is deleted or moved away.`,
  );
});

test("the project's own migrations are named so that they can be applied", async () => {
  const files = await readdir(path.join(MIGRATIONS, "../../../../supabase/migrations"));
  expect(files.filter((file) => !/^\d{14}_\w+\.sql$/.test(file))).toEqual([]);
});
