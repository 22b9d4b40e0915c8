import type postgres from "postgres";

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** The specification's search, word for word: contains, any case, five columns, View Rate descending. */
export async function idsByIlike(sql: postgres.Sql, term: string): Promise<string[]> {
  const pattern = `%${escapeLike(term)}%`;
  const rows = await sql`
    select id from lectures
    where "Course Name" ilike ${pattern} or "Course Description" ilike ${pattern}
      or "lecture name" ilike ${pattern} or "Subject" ilike ${pattern} or "Keywords" ilike ${pattern}
    order by "View Rate" desc nulls last, id limit 500`;
  return rows.map(({ id }) => id);
}

/** What the search finds. */
export async function idsBySearch(sql: postgres.Sql, term: string): Promise<string[]> {
  const [row] = await sql`select private.search_ids(${term}) as ids`;
  return row?.ids;
}

/** Terms for which the two differ in what they find or in its order; there must be none. */
export async function listDifferences(sql: postgres.Sql, terms: readonly string[]): Promise<string[]> {
  const differing: string[] = [];
  for (const term of terms) {
    const [expected, found] = [await idsByIlike(sql, term), await idsBySearch(sql, term)];
    if (expected.join() !== found.join()) differing.push(term);
  }
  return differing;
}
