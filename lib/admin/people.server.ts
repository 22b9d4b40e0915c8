import "server-only";
import { type AccountRole, parseRole } from "../auth/roles.ts";
import type { Client } from "../supabase/client.ts";
import { toError, unwrap } from "../supabase/responses.ts";
import { ROWS_PER_PAGE, sliceOf, toListPage } from "./paging.ts";
import type { Nullable, Returned } from "./rows.ts";
import type { ListedUser, ListPage, LogDetails, LogEntry, LogEvent, LogFilter, Person } from "./types.ts";

// Accounts, their roles and the audit log. `client` comes from `requireAdmin`: it sends the account's own token, by
// which the database authorises each call.

type UserRow = Nullable<Returned<"admin_users">, "total" | "matches">;
type LogRow = Nullable<Returned<"admin_log">, "id" | "happened_at" | "event" | "is_operators" | "details">;

/** A filter by a part of the e-mail or name, and by role; empty texts match all accounts. */
type UserFilter = { query: string; role: AccountRole | "" };

/** A page of the accounts with their roles, the newest first. */
export async function listUsers(
  client: Client,
  page: number,
  { query, role }: UserFilter = { query: "", role: "" },
): Promise<ListPage<ListedUser>> {
  const answer = await client
    .rpc("admin_users", { p_query: query, p_role: role, ...sliceOf(page) })
    .overrideTypes<UserRow[], { merge: false }>();
  return toListPage(unwrap(answer, "The users"), page, toUser);
}

type RoleOutcome = "changed" | "unchanged" | "unknown" | "ambiguous" | "last";

/**
 * Gives an account a role. The outcome is `last` if no administrator would be left.
 * @param account an e-mail in any letter case, or an id
 */
export async function giveRole(client: Client, account: string, role: AccountRole): Promise<RoleOutcome> {
  const answer = await client.rpc("give_role", { p_account: account, p_role: role });
  if (answer.error) throw toError(answer, "The role could not be changed");
  return answer.data as RoleOutcome;
}

/** A page of the audit log, newest entries first, and whether there are older entries. */
export async function readLog(
  client: Client,
  { what, person, before }: LogFilter,
): Promise<{ entries: LogEntry[]; hasMore: boolean }> {
  const answer = await client
    .rpc("admin_log", { p_what: what, p_person: person, p_before: before, p_limit: ROWS_PER_PAGE + 1 })
    .overrideTypes<LogRow[], { merge: false }>();
  const found = unwrap(answer, "The log");
  return { entries: found.slice(0, ROWS_PER_PAGE).map(toEntry), hasMore: found.length > ROWS_PER_PAGE };
}

/** All events that the audit log can contain, with their kinds. */
export async function listLogEvents(client: Client): Promise<LogEvent[]> {
  return unwrap(await client.rpc("admin_log_events"), "The events of the log");
}

function toUser({ user_id, email, display_name, role, created_at }: UserRow): ListedUser | null {
  if (user_id === null || created_at === null) return null;
  return {
    userId: user_id,
    email,
    displayName: display_name,
    role: parseRole(role),
    createdAt: created_at * 1000,
  };
}

function toEntry(row: LogRow): LogEntry {
  return {
    id: row.id,
    happenedAt: row.happened_at * 1000,
    event: row.event,
    isOperators: row.is_operators,
    account: toPerson(row.account_id, row.account_email, row.account_name),
    actor: toPerson(row.actor_id, row.actor_email, row.actor_name),
    address: row.address,
    details: row.details as LogDetails,
  };
}

function toPerson(id: string | null, email: string | null, name: string | null): Person | null {
  return id === null ? null : { id, email, name };
}
