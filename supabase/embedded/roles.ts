import { createHmac } from "node:crypto";
import { BackendError, reasonOf } from "./backend-error.ts";
import type { Database } from "./database.ts";

/** The roles that requests run as, as a hosted Supabase has them. */
const REQUEST_ROLES = { anon: "nologin", authenticated: "nologin", service_role: "nologin bypassrls" };
const requestRoles = Object.keys(REQUEST_ROLES);

/**
 * Makes the roles that are missing: those that requests run as, and the one that the API connects as. That one may act as
 * the others and owns the schemas `auth` and `storage`, as the services of a hosted Supabase together; by itself it has
 * no right on anything else.
 * @param secret its password is made of, the same at every start
 * @returns the database's address for the API
 * @throws {BackendError} with the statements for a database administrator, when the owner may not
 */
export async function ensureRoles(sql: Database, databaseUrl: string, secret: string): Promise<string> {
  const [names] = await sql`select current_user as owner, 'lectern_api_' || current_database() as api`;
  const { owner, api } = names as unknown as { owner: string; api: string };
  const url = new URL(databaseUrl);
  url.username = encodeURIComponent(api);
  // The same from every data directory, and thereby after a move from one machine to another.
  url.password = createHmac("sha256", url.password || secret)
    .update(api)
    .digest("hex");
  try {
    await sql.begin(async (transaction) => {
      await createRoles(transaction, { ...REQUEST_ROLES, [api]: "login noinherit" });
      await transaction.unsafe(SCHEMAS_SQL.replaceAll("api_role", quote(api)));
      await transaction.unsafe(`alter role ${quote(api)} password '${url.password}'`);
    });
  } catch (error) {
    throw new BackendError(await describeMissingRights(sql, owner, reasonOf(error)));
  }
  return url.href;
}

// The owner, as a member, has all rights on what the API's role makes: triggers and policies of migrations are there.
// A schema that exists stays whose it is; the API then says what it lacks.
const SCHEMAS_SQL = `
grant ${requestRoles.join(", ")} to api_role;
grant api_role to current_user;
create schema if not exists auth authorization api_role;
create schema if not exists storage authorization api_role;
grant usage on schema public, auth, storage to ${requestRoles.join(", ")};
`;

/** Grants what the storage service asks the database with a request's own role. The API has made its tables. */
export async function grantStorage(sql: Database): Promise<void> {
  await sql.unsafe(`
    grant select, insert, delete on storage.objects to authenticated;
    grant select, insert, update, delete on storage.buckets, storage.objects to service_role`);
}

type Transaction = Parameters<Parameters<Database["begin"]>[1]>[0];

async function createRoles(sql: Transaction, roles: Record<string, string>): Promise<void> {
  const rows = await sql`select rolname as name from pg_roles`;
  const existing = new Set(rows.map(({ name }) => name));
  for (const [name, attributes] of Object.entries(roles)) {
    if (!existing.has(name)) await sql.unsafe(`create role ${quote(name)} ${attributes}`);
  }
  const [service] = await sql`select rolbypassrls as bypasses from pg_roles where rolname = 'service_role'`;
  if (!service?.bypasses) throw new Error("service_role does not bypass row-level security");
}

async function describeMissingRights(sql: Database, owner: string, reason: string): Promise<string> {
  const rows = await sql`select rolname as name, rolbypassrls as bypasses from pg_roles`;
  const existing = new Map(rows.map(({ name, bypasses }) => [name as string, bypasses as boolean]));
  const statements = [`alter role ${quote(owner)} createrole`];
  for (const [name, attributes] of Object.entries(REQUEST_ROLES)) {
    if (!existing.has(name)) statements.push(`create role ${name} ${attributes}`);
    else if (name === "service_role" && !existing.get(name)) statements.push(`alter role ${name} bypassrls`);
  }
  statements.push(`grant ${requestRoles.join(", ")} to ${quote(owner)} with admin option`);
  return (
    `The role ${quote(owner)} cannot make the roles that the API connects and answers as: ${reason}. ` +
    `Have an administrator run:\n${statements.map((statement) => `  ${statement};`).join("\n")}`
  );
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
