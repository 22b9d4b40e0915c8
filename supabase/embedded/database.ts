import postgres from "postgres";
import { BackendError, reasonOf } from "./backend-error.ts";

/** A connection as the role that owns everything in the database. */
export type Database = postgres.Sql;

const API_ROLES = ["anon", "authenticated", "service_role"] as const;

const OLDEST_VERSION = 15;

/**
 * Connects to a database and checks version, encoding and rights.
 * @throws {BackendError} naming what is missing; never the address, which holds a password
 */
export async function connectDatabase(url: string): Promise<Database> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 });
  try {
    await checkServer(sql);
    await checkOwnership(sql);
    return sql;
  } catch (error) {
    await sql.end({ timeout: 1 });
    if (error instanceof BackendError) throw error;
    const isSilent = (error as { code?: unknown }).code === "CONNECT_TIMEOUT";
    throw new BackendError(
      `The database cannot be used: ${isSilent ? "it does not answer" : reasonOf(error)}. ` +
        "Check LECTERN_DATABASE_URL, and that its PostgreSQL runs.",
    );
  }
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

/** The API grants rights on every table of an exposed schema, so the database must hold nothing else. */
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

/**
 * Creates the roles that requests run as, where they are missing.
 * @throws {BackendError} with the statements for a database administrator, when this role may not
 */
export async function ensureApiRoles(sql: Database): Promise<void> {
  try {
    await sql.unsafe(ROLES_SQL);
  } catch (error) {
    throw new BackendError(await describeMissingRights(sql, reasonOf(error)));
  }
  const [rights] = await sql`
    select bool_and(pg_has_role(current_user, rolname, 'MEMBER')) as member,
      bool_or(rolbypassrls and rolname = 'service_role') as bypasses
    from pg_roles where rolname in ${sql([...API_ROLES])}`;
  if (!rights?.member) throw new BackendError(await describeMissingRights(sql, "it is not a member of them"));
  if (!rights?.bypasses) {
    throw new BackendError(
      await describeMissingRights(sql, "service_role does not bypass row-level security"),
    );
  }
}

const ROLES_SQL = `
do $$
declare
  wanted record;
begin
  for wanted in values ('anon', 'nologin'), ('authenticated', 'nologin'), ('service_role', 'nologin bypassrls') loop
    if not exists (select from pg_roles where rolname = wanted.column1) then
      execute format('create role %I %s', wanted.column1, wanted.column2);
    end if;
    if not pg_has_role(current_user, wanted.column1, 'MEMBER') then
      execute format('grant %I to current_user', wanted.column1);
    end if;
  end loop;
end $$`;

async function describeMissingRights(sql: Database, reason: string): Promise<string> {
  const [me] = await sql`select quote_ident(current_user) as role`;
  return (
    `The role ${me?.role} cannot act as anon, authenticated and service_role: ${reason}. Have an administrator run:\n` +
    "  create role anon nologin; create role authenticated nologin; create role service_role nologin;\n" +
    `  alter role service_role bypassrls; grant anon, authenticated, service_role to ${me?.role};`
  );
}

/** Grants usage of the schemas; grants and policies of their tables decide what a request sees. */
export async function grantSchemas(sql: Database): Promise<void> {
  await sql.unsafe(`grant usage on schema public, auth, storage to ${API_ROLES.join(", ")}`);
}
