import type postgres from "postgres";

/** The rights of the API roles on everything in the product's schemas, one per line: "function f() anon: EXECUTE". */
export async function listRights(sql: postgres.Sql | postgres.TransactionSql): Promise<string[]> {
  const rows = await sql`
    with held as (
      select 'schema ' || n.nspname as name, n.nspacl as acl from pg_namespace n
      where n.nspname = 'private'
      union all
      select case c.relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass, c.relacl
      from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select 'column ' || a.attrelid::regclass || '.' || a.attname, a.attacl
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      union all
      -- A function without an ACL can be executed by every role.
      select 'function ' || p.oid::regprocedure, coalesce(p.proacl, acldefault('f', p.proowner))
      from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    )
    select format('%s %s: %s', h.name, case when x.grantee = 0 then 'PUBLIC' else x.grantee::regrole::text end,
      string_agg(x.privilege_type, ' ' order by x.privilege_type)) as line
    from held h cross join lateral aclexplode(h.acl) x
    where x.grantee = 0 or x.grantee::regrole::text in ('anon', 'authenticated', 'service_role')
    group by h.name, x.grantee order by 1`;
  return rows.map(({ line }) => line);
}

/** The same rights on new objects that the owner creates, of every kind and in both schemas; rolled back. */
export async function listRightsOnNew(sql: postgres.Sql): Promise<string[]> {
  const undone = new Error("undone");
  let made: string[] = [];
  const making = sql.begin(async (tx) => {
    const before = new Set(await listRights(tx));
    for (const schema of ["public", "private"])
      await tx.unsafe(`
        create table ${schema}.later (id bigint generated always as identity, number serial);
        create view ${schema}.later_view as select 1 as one;
        create materialized view ${schema}.later_result as select 1 as one;
        create sequence ${schema}.later_sequence;
        create function ${schema}.later() returns integer language sql as 'select 1';
        create procedure ${schema}.later_step() language sql as 'select 1';`);
    made = (await listRights(tx)).filter((right) => !before.has(right));
    throw undone;
  });
  await making.catch((error) => {
    if (error !== undone) throw error;
  });
  return made;
}
