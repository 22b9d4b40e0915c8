import path from "node:path";
import postgres from "postgres";
import { BackendError, reasonOf } from "./backend-error.ts";

/** A connection as the role that owns everything in the database. */
export type Database = postgres.Sql;

const OLDEST_VERSION = 15;

/**
 * Connects to a database and checks version, encoding and rights.
 * @param dataDir the data directory that the database is in; undefined for the operator's own
 * @throws {BackendError} naming what is missing; never the address, which holds a password
 */
export async function connectDatabase(url: string, dataDir?: string): Promise<Database> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 });
  try {
    await checkServer(sql);
    await checkOwnership(sql);
    return sql;
  } catch (error) {
    await sql.end({ timeout: 1 });
    if (error instanceof BackendError) throw error;
    throw new BackendError(explainFailure(error, dataDir));
  }
}

function explainFailure(error: unknown, dataDir: string | undefined): string {
  const { code } = error as { code?: unknown };
  const WRONG_PASSWORD = "28P01";
  if (dataDir && code === WRONG_PASSWORD) {
    return (
      `${path.join(dataDir, "secrets.json")} does not belong to the database of this data directory: ` +
      "it holds another password. Put back a copy of the one that does."
    );
  }
  const reason = code === "CONNECT_TIMEOUT" ? "it does not answer" : reasonOf(error);
  const remedy = dataDir
    ? `See postgres.log in ${dataDir}.`
    : "Check LECTERN_DATABASE_URL, and that its PostgreSQL runs.";
  return `The database cannot be used: ${reason}. ${remedy}`;
}

async function checkServer(sql: Database): Promise<void> {
  const [server] = await sql`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as full_version,
      pg_encoding_to_char(encoding) as encoding, datname as name, current_user as role,
      has_database_privilege(datname, 'CREATE') and has_schema_privilege('public', 'CREATE') as may_create
    from pg_database where datname = current_database()`;
  if (server?.version < OLDEST_VERSION) {
    throw new BackendError(
      `The database runs on PostgreSQL ${server?.full_version}; Lectern needs ${OLDEST_VERSION} or later.`,
    );
  }
  if (server?.encoding !== "UTF8") {
    throw new BackendError(
      `The encoding of the database "${server?.name}" is ${server?.encoding}; Lectern needs UTF8 ` +
        "(create database … encoding 'UTF8' template template0).",
    );
  }
  if (!server?.may_create) {
    throw new BackendError(
      `The role "${server?.role}" may not create schemas and tables in the database "${server?.name}". ` +
        `Make it the owner: alter database "${server?.name}" owner to "${server?.role}".`,
    );
  }
}

/** Requests of the API reach whatever is in the schema `public`, so the database must hold nothing else. */
async function checkOwnership(sql: Database): Promise<void> {
  const [found] = await sql`
    select to_regclass('supabase_migrations.schema_migrations') is not null as prepared, current_database() as name,
      (select count(*)::int from pg_tables where schemaname not in ('pg_catalog', 'information_schema')) as tables`;
  if (found?.prepared || found?.tables === 0) return;
  throw new BackendError(
    `The database "${found?.name}" holds ${found?.tables} tables of something else. ` +
      "Give Lectern a database of its own (create database lectern).",
  );
}
