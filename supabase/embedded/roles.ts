import { createHmac } from "node:crypto";
import { BackendError, reasonOf } from "./backend-error.ts";
import type { Database } from "./database.ts";

/** The roles that requests run as, the same as in a hosted Supabase. */
const REQUEST_ROLES = { anon: "nologin", authenticated: "nologin", service_role: "nologin bypassrls" };
const requestRoles = Object.keys(REQUEST_ROLES);

/**
 * Creates the missing roles: those that requests run as, and the one that the API connects as. The API's role may act
 * as the others and owns the schemas `auth` and `storage`, like the services of a hosted Supabase together; it has no
 * other rights of its own.
 * @param secret the source of its password if the owner has none, the same at every start
 * @returns the database's address for the API
 * @throws {BackendError} with the statements for a database administrator, if the owner lacks the rights
 */
export async function ensureRoles(sql: Database, databaseUrl: string, secret: string): Promise<string> {
  const [names] = await sql`select current_user as owner, 'lectern_api_' || current_database() as api`;
  const { owner, api } = names as unknown as { owner: string; api: string };
  const url = new URL(databaseUrl);
  url.username = encodeURIComponent(api);
  // Derived from the owner's password: the same from every data directory, also after a move to another machine.
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

// As a member of the API's role, the owner has all rights on its tables, on which migrations create triggers and
// policies. An existing schema keeps its owner; if the API then lacks rights, it reports that.
const SCHEMAS_SQL = `
grant ${requestRoles.join(", ")} to api_role;
grant api_role to current_user;
create schema if not exists auth authorization api_role;
create schema if not exists storage authorization api_role;
grant usage on schema public, auth, storage to ${requestRoles.join(", ")};
`;

/** Grants the rights that the storage service needs when it acts as a request's role. Its tables must exist. */
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
