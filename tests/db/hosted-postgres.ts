import { join } from "node:path";
import postgres from "postgres";
import { createCluster } from "../../supabase/embedded/cluster.ts";
import { locateCluster } from "../../supabase/embedded/cluster-location.ts";
import { getPostgresAccount } from "../../supabase/embedded/postgres-account.ts";
import { findBinaries } from "../../supabase/embedded/postgres-binaries.ts";
import { startPostgres } from "../../supabase/embedded/postgres-server.ts";

export type HostedPostgres = {
  /** The connection URL of a database for a role. */
  urlOf(role: HostedRole, database?: string): string;
  /** Copies a database; all connections to the original are terminated. */
  copyDatabase(from: string, to: string): Promise<void>;
  /** Runs statements as the superuser. */
  run(database: string, statements: string): Promise<void>;
  stop(): Promise<void>;
};

/** `services` is the role of the auth and storage services, which own their schemas. */
type HostedRole = "supabase_admin" | "postgres" | "authenticator" | "services";

/** The packaged PostgreSQL with the roles, limits and search path of a hosted Supabase, and an empty database. */
export async function startHostedPostgres(dataDir: string, password: string): Promise<HostedPostgres> {
  const account = getPostgresAccount();
  const binaries = await findBinaries(account);
  const directory = await locateCluster(dataDir, account);
  await createCluster({ directory, binaries, account, password });
  const logFile = join(dataDir, "hosted.log");
  // Two complete APIs connect here in addition to the tests.
  const server = await startPostgres({ directory, binaries, account, logFile, maxConnections: 100 });
  const urlOf = (role: string, database = "postgres") =>
    `postgres://${role}:${password}@127.0.0.1:${server.port}/${database}`;
  const runAs = async (role: string, database: string, statements: string) => {
    const sql = postgres(urlOf(role, database), { max: 1, onnotice: () => {} });
    await sql.unsafe(statements).finally(() => sql.end());
  };
  // The role that created the cluster always remains a superuser, so it is renamed to free the name `postgres`.
  await runAs("postgres", "postgres", `create role setup login superuser password '${password}'`);
  await runAs("setup", "template1", "alter role postgres rename to supabase_admin");
  await runAs("supabase_admin", "postgres", `drop role setup; ${rolesSql(password)} ${DATABASE_SQL}`);
  return {
    urlOf,
    run: (database, statements) => runAs("supabase_admin", database, statements),
    async copyDatabase(from, to) {
      const disconnect = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`;
      await runAs("supabase_admin", "template1", disconnect);
      await runAs("supabase_admin", "template1", `create database ${to} template ${from} owner postgres`);
    },
    stop: () => server.stop(),
  };
}

const rolesSql = (password: string) => `
create role postgres login createdb createrole replication bypassrls password '${password}';
create role services login noinherit password '${password}';
create role authenticator login noinherit password '${password}';
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
grant anon, authenticated, service_role to authenticator, postgres, services;
alter role postgres set search_path = "$user", public, extensions;
alter role postgres set statement_timeout = '2min';
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
`;

const DATABASE_SQL = `
alter database postgres owner to postgres;
create schema extensions authorization postgres;
create schema auth authorization services;
create schema storage authorization services;
grant usage on schema public, extensions to anon, authenticated, service_role;
`;

/** The rights that hosted projects grant on everything `postgres` creates, unless their owner has turned this off. */
export const DEFAULT_PRIVILEGES_SQL = ["tables", "functions", "sequences"]
  .map(
    (kind) => `
alter default privileges for role postgres in schema public
  grant all on ${kind} to anon, authenticated, service_role;`,
  )
  .join("");

/** The table of second factors, with the columns of a hosted project; the embedded auth service has no such table. */
export const FACTORS_SQL = `
create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'webauthn', 'phone')),
  status text not null check (status in ('unverified', 'verified')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text
);
alter table auth.mfa_factors enable row level security;
`;

/**
 * What `postgres` may do in the schemas of the services: use, reference and add triggers to their tables, and
 * nothing else except policies on `storage.objects`. Hosted projects have an extension that grants the right to
 * create policies; here `postgres` owns the table while such a statement runs.
 */
export const SERVICE_SCHEMAS_SQL = `
grant usage on schema auth, storage to postgres, anon, authenticated, service_role;
grant all on all tables in schema auth, storage to postgres;
grant all on all tables in schema storage to anon, authenticated, service_role;
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
create schema policies;
create function policies.lend() returns event_trigger language plpgsql security definer as $$
begin
  alter table storage.objects owner to postgres;
end $$;
create function policies.take_back() returns event_trigger language plpgsql security definer as $$
begin
  alter table storage.objects owner to services;
  grant all on storage.objects to postgres;
end $$;
create event trigger lend on ddl_command_start
  when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY') execute function policies.lend();
create event trigger take_back on ddl_command_end
  when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY') execute function policies.take_back();
`;

/** Gives everything that the services created to the role that the embedded API connects as. */
export const handOverSql = (role: string) => `
create role ${role} login noinherit;
reassign owned by services to ${role};
`;

/** A schema exposed by the API in which tests read the settings that a request runs with. */
export const PROBE_SQL = `
create schema probe;
grant usage on schema probe to anon, authenticated, service_role;
create function probe.setting(name text) returns text language sql stable as $$ select current_setting(name) $$;
`;
