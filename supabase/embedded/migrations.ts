import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { BackendError, reasonOf } from "./backend-error.ts";
import type { Database } from "./database.ts";

export type Migration = { version: string; name: string; file: string; text: string };
/** A migration as recorded in the database's history; `text` is null if it was recorded without its statements. */
type AppliedMigration = Pick<Migration, "version" | "name"> & { text: string | null };

/**
 * The migrations of a directory that the database does not have yet, in order. `isInUse` is true if it has any
 * others. Creates the history table of the Supabase CLI if it is missing, which marks the database as one of
 * Lectern's.
 * @param startAnew tells the operator how to start with an empty database
 * @throws {BackendError} naming the file that was changed after it was applied, is missing, or is numbered too low
 */
export async function findPendingMigrations(
  sql: Database,
  directory: string,
  startAnew: string,
): Promise<{ pending: Migration[]; isInUse: boolean }> {
  const migrations = await readMigrations(directory);
  await sql.unsafe(HISTORY_SQL);
  // The driver would take 25 ms of each start to parse the array.
  const history = await sql<AppliedMigration[]>`
    select version, name, array_to_string(statements, E'\\n') as text
    from supabase_migrations.schema_migrations order by version`;
  checkHistory(history, migrations, { directory, startAnew });
  const versions = new Set(history.map(({ version }) => version));
  const pending = migrations.filter(({ version }) => !versions.has(version));
  const newest = history.at(-1)?.version ?? "";
  const late = pending.find(({ version }) => version < newest);
  if (late) {
    throw new BackendError(
      `The migration ${late.file} comes before ${newest}, which the database already has. Give it a later number.`,
    );
  }
  return { pending, isInUse: history.length > 0 };
}

/**
 * Applies migrations, each in one transaction with its row in the history.
 * @throws {BackendError} naming the file that failed
 */
export async function applyMigrations(sql: Database, migrations: Migration[]): Promise<void> {
  for (const migration of migrations) await applyMigration(sql, migration);
}

/**
 * Applies to an empty database those migrations of a directory that another database had.
 * @throws {BackendError} naming a migration that the directory lacks, or that was changed since
 */
export async function repeatMigrations(
  sql: Database,
  directory: string,
  history: readonly AppliedMigration[],
): Promise<void> {
  const migrations = await readMigrations(directory);
  checkHistory(history, migrations, {
    directory,
    startAnew: "Restore the backup with the Lectern that made it.",
  });
  await sql.unsafe(HISTORY_SQL);
  const versions = new Set(history.map(({ version }) => version));
  for (const migration of migrations)
    if (versions.has(migration.version)) await applyMigration(sql, migration);
}

const HISTORY_SQL = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key, statements text[], name text
)`;

/**
 * The migrations of a directory, in order.
 * @throws {BackendError} naming a file that is not named like a migration, or a number that two files have
 */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith(".sql")).sort();
  const migrations: Migration[] = [];
  for (const file of files) {
    const [, version, name] = /^(\d{14})_(.+)\.sql$/.exec(file) ?? [];
    if (!version || !name) {
      throw new BackendError(
        `${file} is not named like a migration: 14 digits, an underline, a name, ".sql".`,
      );
    }
    if (migrations.at(-1)?.version === version)
      throw new BackendError(`Two migrations have the number ${version}.`);
    // Git may check a file out with line endings other than those it was applied with.
    const text = (await readFile(path.join(directory, file), "utf8")).replaceAll("\r\n", "\n");
    migrations.push({ version, name, file, text });
  }
  return migrations;
}

type HistoryOptions = { directory: string; startAnew: string };

function checkHistory(
  history: readonly AppliedMigration[],
  migrations: Migration[],
  { directory, startAnew }: HistoryOptions,
): void {
  const oldest = migrations[0]?.version ?? "";
  for (const applied of history) {
    const migration = migrations.find(({ version }) => version === applied.version);
    checkApplied(applied, migration, { directory, oldest, startAnew });
  }
}

function checkApplied(
  applied: AppliedMigration,
  migration: Migration | undefined,
  { directory, oldest, startAnew }: HistoryOptions & { oldest: string },
): void {
  if (applied.version < oldest) {
    throw new BackendError(
      "The database was made by an early version of Lectern, before its first release, " +
        `and cannot be used by this one. ${startAnew}`,
    );
  }
  if (!migration) {
    throw new BackendError(
      `The database has the migration ${applied.version}_${applied.name}, which is not in ${directory}. ` +
        "It was used by a newer Lectern: update this one, or use another database.",
    );
  }
  if (applied.text !== null && applied.text !== migration.text) {
    throw new BackendError(
      `The migration ${migration.file} was changed after it had been applied. ` +
        "Restore the file, and put the change into a new migration.",
    );
  }
}

async function applyMigration(sql: Database, { version, name, file, text }: Migration): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(text);
      await transaction`
        insert into supabase_migrations.schema_migrations (version, name, statements) values (${version}, ${name}, ${[text]})`;
    });
  } catch (error) {
    const { position, detail } = error as { position?: string; detail?: string };
    const line = position ? `, line ${text.slice(0, Number(position)).split("\n").length}` : "";
    throw new BackendError(
      `The migration ${file}${line} failed: ${reasonOf(error)}${detail ? ` (${detail})` : ""}`,
    );
  }
}
