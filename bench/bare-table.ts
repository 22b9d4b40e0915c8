import type { Sql, TransactionSql } from "postgres";

type Definition = { table: string; name: string; text: string };

/**
 * Drops the indexes of one access method, fills the tables, and creates the indexes again: sorting everything once
 * takes a fraction of the time of adding it row by row. Indexes of constraints remain.
 */
export async function withoutIndexes(
  sql: Sql | TransactionSql,
  tables: string[],
  method: "btree" | "gin",
  fill: () => Promise<unknown>,
): Promise<void> {
  const indexes = await sql<Definition[]>`
    select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
      -- The definition of a partitioned table's index names only the parent table.
      replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as text
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_am a on a.oid = c.relam
    where i.indrelid = any (${tables}::regclass[]) and a.amname = ${method}
      and not exists (select from pg_constraint o where o.conindid = i.indexrelid)`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  await fill();
  for (const { text } of indexes) await sql.unsafe(text);
}

/** Does the same with a table's primary, unique and foreign keys, which are checked in one pass afterwards. */
export async function withoutKeys(
  sql: Sql | TransactionSql,
  table: string,
  fill: () => Promise<unknown>,
): Promise<void> {
  const keys = await sql<Definition[]>`
    select ${table} as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as text
    from pg_constraint where conrelid = ${table}::regclass and contype in ('p', 'u', 'f')
    order by contype = 'f'`;
  for (const { name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${name}`);
  await fill();
  for (const { name, text } of keys) await sql.unsafe(`alter table ${table} add constraint ${name} ${text}`);
}
