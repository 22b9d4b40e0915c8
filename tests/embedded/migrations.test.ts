import { cp, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { expect, test } from "vitest";
import { installedDirectory, MIGRATIONS, startBackend, temporaryDirectory } from "./installation.ts";

/** An installation, and a copy of its migrations that a test may change. */
async function installation() {
  const dataDir = await installedDirectory();
  const migrationsDir = await temporaryDirectory();
  await cp(MIGRATIONS, migrationsDir, { recursive: true });
  return {
    dataDir,
    migrationsDir,
    write: (name: string, sql: string) => writeFile(path.join(migrationsDir, name), sql),
    /** Starts the backend, runs `look`, and stops the backend. */
    start: async <T>(look: (sql: postgres.Sql) => Promise<T>) => {
      const backend = await startBackend(dataDir, { migrationsDir });
      const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} });
      const found = await look(sql);
      await sql.end();
      await backend.stop();
      return found;
    },
  };
}

const history = async (sql: postgres.Sql) =>
  (await sql`select version, name from supabase_migrations.schema_migrations order by version`).map(
    (row) => ({ ...row }),
  );

test("each migration is applied once, in order, and recorded as the Supabase CLI does", async () => {
  const { start, write } = await installation();
  await write(
    "20260102000000_second.sql",
    "create table public.counted (n int); insert into public.counted values (1);",
  );
  await write("20260103000000_third.sql", "insert into public.counted values (2);");
  const count = async (sql: postgres.Sql) =>
    (await sql`select n from public.counted order by n`).map(({ n }) => n);
  expect(await start(count)).toEqual([1, 2]);
  await start(async (sql) => {
    expect(await count(sql)).toEqual([1, 2]);
    expect(await history(sql)).toEqual([
      { version: "20260101000001", name: "notes" },
      { version: "20260102000000", name: "second" },
      { version: "20260103000000", name: "third" },
    ]);
  });
});

test("an installation is backed up before a new version changes its database", async () => {
  const { dataDir, start, write } = await installation();
  const backups = path.join(dataDir, "backups");
  const tables = async (sql: postgres.Sql) =>
    (await sql`select to_regclass('public.new') as new, count(*)::int from public.ledger`)[0];
  await start((sql) => sql`insert into public.ledger values (1)`);
  await expect(readdir(backups)).rejects.toThrow("ENOENT");
  await write("20260102000000_new.sql", "create table public.new (n int); truncate public.ledger;");
  expect(await start(tables)).toEqual({ new: "new", count: 0 });

  const [name, ...more] = await readdir(backups);
  expect([name, more]).toEqual([expect.stringMatching(/^before-\d+\.\d+\.\d+-20.*\.tar\.gz$/), []]);
  const elsewhere = await temporaryDirectory();
  const restored = await startBackend(elsewhere, { restore: path.join(backups, name as string) });
  const sql = postgres(restored.databaseUrl, { max: 1 });
  expect(await tables(sql)).toEqual({ new: null, count: 1 });
  await sql.end();
});

test("a migration that fails is rolled back whole, and named with its line; one that was applied may not change", async () => {
  const { start, write } = await installation();
  const name = "20260102000000_second.sql";
  await write(name, "create table public.half (n int);\nselect 1;\ninsert into nowhere values (1);\n");
  await expect(start(history)).rejects.toThrow(/20260102000000_second\.sql, line 3 failed: .*nowhere/);

  await write(name, "create table public.half (n int);\n");
  expect(await start(history)).toHaveLength(2);
  // Other line ends are no change.
  await write(name, "create table public.half (n int);\r\n");
  await start(history);
  await write(name, "create table public.half (n bigint);\n");
  await expect(start(history)).rejects.toThrow(/20260102000000_second\.sql was changed/);
});

test("a database that is ahead of the files, or behind their numbering, is refused", async () => {
  const { migrationsDir, start, write } = await installation();
  await write("20260103000000_third.sql", "select 1;");
  await start(history);
  await write("20260102000000_late.sql", "select 1;");
  await expect(start(history)).rejects.toThrow(/20260102000000_late\.sql comes before 20260103000000/);
  await rm(path.join(migrationsDir, "20260102000000_late.sql"));

  await rename(path.join(migrationsDir, "20260103000000_third.sql"), path.join(migrationsDir, "third.txt"));
  await expect(start(history)).rejects.toThrow(/has the migration 20260103000000_third, which is not in/);
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
  await rm(dataDir, { recursive: true });
  expect(await start(history)).toEqual([{ version: "20260201000001", name: "notes" }]);
});

test("the project's own migrations are named so that they can be applied", async () => {
  const files = await readdir(path.join(MIGRATIONS, "../../../../supabase/migrations"));
  expect(files.filter((file) => !/^\d{14}_\w+\.sql$/.test(file))).toEqual([]);
});
