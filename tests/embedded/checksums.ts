import postgres from "postgres";

/** The checksum of the rows of each table, by table name. */
export async function checksums(databaseUrl: string): Promise<Record<string, string>> {
  const sql = postgres(databaseUrl, { max: 1 });
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`;
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t`,
    );
    sums[name] = row?.sum;
  }
  await sql.end();
  return sums;
}
