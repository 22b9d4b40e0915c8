import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import { countOf } from "../../lib/catalogue/display.ts";
import { copyOut } from "../../supabase/embedded/copy-out.ts";
import { BackendError } from "../../supabase/embedded/index.ts";

type Sql = postgres.Sql | postgres.TransactionSql;

/** A table with the quoted names of the columns that are moved, and the SQL expression that reads each of them. */
type Table = { name: string; columns: string[]; values: string[] };

/** The account columns that all auth services have in common, without the tokens of mails that are not used yet. */
const ACCOUNTS: Record<string, readonly string[]> = {
  "auth.users": [
    "id",
    "aud",
    "role",
    "email",
    "encrypted_password",
    "email_confirmed_at",
    "invited_at",
    "confirmation_sent_at",
    "last_sign_in_at",
    "raw_app_meta_data",
    "raw_user_meta_data",
    "banned_until",
    "is_sso_user",
    "is_anonymous",
    "created_at",
    "updated_at",
  ],
  "auth.identities": [
    "id",
    "provider",
    "provider_id",
    "user_id",
    "identity_data",
    "last_sign_in_at",
    "created_at",
    "updated_at",
  ],
};

/** Tables that are not moved: they belong to sessions or to the servers of one home, or every home has its own. */
const LEFT_BEHIND = [
  "private.audit_events",
  "private.length_news",
  "private.missed_search_rate",
  "private.session_details",
  "private.sign_in_attempts",
  "private.thumbnail_check",
  "public.cache_tags",
];

/** Tables that may have rows in a new home, for example from a running server or from triggers on `auth` tables. */
const FILLED_ALREADY = [
  "private.account_search",
  "private.missed_searches",
  "private.search_tiers",
  "private.weekly_counts",
  "public.catalogue_totals",
  "public.profiles",
];

/** How many rows of each table were moved. */
export type Moved = Map<string, number>;

/**
 * Copies the accounts and every row of Lectern's own tables into an empty home, in one transaction.
 * @throws {BackendError} if an import is open, or if the new home is not empty, has another schema, or then differs
 */
export async function moveRows(from: postgres.Sql, to: postgres.Sql): Promise<Moved> {
  let moved: Moved = new Map();
  await from.begin("isolation level repeatable read read only", async (source) => {
    await checkRest(source);
    await to.begin(async (target) => {
      const tables = await listTables(source);
      await checkSame(tables, await listTables(target));
      await checkEmpty(target, tables);
      moved = await copyAll(source, target, await inOrder(target, tables));
    });
  });
  // The query planner needs statistics about the new rows.
  await to`vacuum (analyze)`;
  return moved;
}

async function copyAll(
  source: postgres.TransactionSql,
  target: postgres.TransactionSql,
  tables: readonly Table[],
): Promise<Moved> {
  const own = tables.filter(({ name }) => !(name in ACCOUNTS));
  // The rows already include what triggers derive. The auth service's triggers are not Lectern's, so they stay on.
  for (const { name } of own) await target.unsafe(`alter table ${name} disable trigger user`);
  for (const table of tables) {
    if (FILLED_ALREADY.includes(table.name)) await target.unsafe(`delete from ${table.name} where true`);
    const rows = await copyOut(source, `copy (${reading(table)}) to stdout`);
    await pipeline(
      rows,
      await target.unsafe(`copy ${table.name} (${table.columns.join(", ")}) from stdin`).writable(),
    );
  }
  await fitAuthService(target);
  for (const { name } of own) await target.unsafe(`alter table ${name} enable trigger user`);
  await copySequences(source, target);
  await target`
    insert into public.cache_tags as t (tag) values ('catalogue')
    on conflict (tag) do update set version = t.version + 1`;
  const moved: Moved = new Map();
  for (const table of tables) moved.set(table.name, await compare(source, target, table));
  return moved;
}

const reading = ({ name, values }: Table) => `select ${values.join(", ")} from ${name}`;

/** The tables that are moved. A partitioned table is listed once, without its partitions. */
async function listTables(sql: Sql): Promise<Table[]> {
  const rows = await sql<{ name: string; column: string; type: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name, quote_ident(a.attname) as column,
      format_type(a.atttypid, null) as type
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname in ('public', 'private') or (n.nspname, c.relname) in (('auth', 'users'), ('auth', 'identities')))
    order by 1, a.attnum`;
  const tables = Map.groupBy(rows, ({ name }) => name);
  return [...tables]
    .filter(([name]) => !LEFT_BEHIND.includes(name))
    .map(([name, all]) => {
      const columns = all.filter(({ column }) => ACCOUNTS[name]?.includes(column) ?? true);
      return {
        name,
        columns: columns.map(({ column }) => column),
        // The embedded auth service writes objects as JSON strings.
        values: columns.map(({ column, type }) =>
          type === "jsonb" && name in ACCOUNTS
            ? `case when jsonb_typeof(${column}) = 'string' then (${column} #>> '{}')::jsonb else ${column} end as ${column}`
            : column,
        ),
      };
    });
}

/** The tables, sorted so that each one follows the tables that it refers to. */
async function inOrder(sql: Sql, tables: readonly Table[]): Promise<Table[]> {
  const references = await sql<{ name: string; target: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name, format('%I.%I', tn.nspname, t.relname) as target
    from pg_constraint f
    join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_class t on t.oid = f.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    where f.contype = 'f' and c.oid <> t.oid`;
  const ordered: Table[] = [];
  const left = new Set(tables);
  const isWaitingFor = ({ name }: Table, other: Table) =>
    references.some((reference) => reference.name === name && reference.target === other.name);
  while (left.size > 0) {
    const next = [...left].find((table) => ![...left].some((other) => isWaitingFor(table, other)));
    if (!next) throw new Error("Tables refer to each other in a circle.");
    left.delete(next);
    ordered.push(next);
  }
  return ordered;
}

/** Checks that no import is pending or running, because the files of such imports are not moved. */
async function checkRest(source: Sql): Promise<void> {
  const [open] = await source`
    select count(*)::int as count from public.import_jobs where status in ('pending', 'processing')`;
  if (open?.count > 0)
    throw new BackendError(
      "An import is under way. Start Lectern once more and wait for its end, then move.",
    );
}

async function checkEmpty(target: Sql, tables: readonly Table[]): Promise<void> {
  const [held] = await target`
    select (select count(*)::int from public.lectures) as lectures, (select count(*)::int from auth.users) as accounts`;
  const { lectures, accounts } = held as { lectures: number; accounts: number };
  if (lectures > 0 || accounts > 0)
    throw new BackendError(
      `The new home is not empty: it has ${countOf(lectures, "lecture")} and ${countOf(accounts, "account")}. Nothing was changed.`,
    );
  // Lectern was tried there and emptied, perhaps: what is left would collide with what is moved.
  for (const { name } of tables) {
    if (FILLED_ALREADY.includes(name)) continue;
    const [row] = await target.unsafe(`select 1 from ${name} limit 1`);
    if (row) throw new BackendError(`The new home is not empty: ${name} has rows. Nothing was changed.`);
  }
}

async function checkSame(here: readonly Table[], there: readonly Table[]): Promise<void> {
  const list = (tables: readonly Table[]) =>
    tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`));
  const [one, two] = [list(here), list(there)];
  const other = [...one.filter((name) => !two.includes(name)), ...two.filter((name) => !one.includes(name))];
  if (other.length > 0)
    throw new BackendError(
      `The two homes have not the same tables: ${other.slice(0, 3).join(", ")}. Update both to the same Lectern first.`,
    );
}

/** Fills columns that a hosted auth service needs and that the embedded one does not have or leaves empty. */
async function fitAuthService(target: Sql): Promise<void> {
  const columns = await target`
    select column_name as name from information_schema.columns where table_schema = 'auth' and table_name = 'users'`;
  if (!columns.some(({ name }) => name === "instance_id")) return;
  await target`
    update auth.users set instance_id = '00000000-0000-0000-0000-000000000000', confirmation_token = '',
      recovery_token = '', email_change = '', email_change_token_new = ''
    where true`;
}

async function copySequences(source: Sql, target: Sql): Promise<void> {
  const sequences = await source<{ name: string; value: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
    where schemaname in ('public', 'private') and last_value is not null`;
  for (const { name, value } of sequences) await target`select setval(${name}, ${value})`;
}

/**
 * Compares a table in both homes; resolves with its number of rows.
 * @throws {BackendError} if the rows are not the same
 */
async function compare(source: Sql, target: Sql, table: Table): Promise<number> {
  const sum = async (sql: Sql) => {
    const [row] = await sql.unsafe(`
      select count(*)::int as count, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as sum
      from (${reading(table)}) t`);
    return row as unknown as { count: number; sum: string };
  };
  const [here, there] = [await sum(source), await sum(target)];
  if (here.count !== there.count || here.sum !== there.sum)
    throw new BackendError(
      `${table.name} is not the same afterwards (${here.count} rows, ${there.count} in the new home). Nothing was moved.`,
    );
  return there.count;
}
