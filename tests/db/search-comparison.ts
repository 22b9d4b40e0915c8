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

/**
 * The same for many terms. `ilike` lowercases both sides at each comparison; here each text is lowercased once.
 */
export async function idsOfEach(sql: postgres.Sql, terms: readonly string[]): Promise<Map<string, string[]>> {
  const patterns = terms.map((term) => `%${escapeLike(term)}%`);
  const rows = await sql`
    with lowered as materialized (
      select id, "View Rate" as view_rate, lower("Course Name") as course, lower("Course Description") as description,
        lower("lecture name") as lecture, lower("Subject") as subject, lower("Keywords") as keywords
      from lectures
    )
    select array(
      select id from lowered
      where course like p.pattern or description like p.pattern or lecture like p.pattern or subject like p.pattern
        or keywords like p.pattern
      order by view_rate desc nulls last, id limit 500
    ) as ids
    from (select lower(pattern) as pattern, place from unnest(${patterns}::text[]) with ordinality as u (pattern, place)) p
    order by p.place`;
  return new Map(rows.map(({ ids }, index) => [terms[index] as string, ids]));
}

/** The lecture ids that the product's search finds. */
export async function idsBySearch(sql: postgres.Sql, term: string): Promise<string[]> {
  const [row] = await sql`select private.search_ids(${term}) as ids`;
  return row?.ids;
}

/** Terms for which both searches differ in their results or the order of results; there must be none. */
export async function listDifferences(sql: postgres.Sql, terms: readonly string[]): Promise<string[]> {
  const expected = await idsOfEach(sql, terms);
  const differing: string[] = [];
  for (const [term, ids] of expected) {
    if ((await idsBySearch(sql, term)).join() !== ids.join()) differing.push(term);
  }
  return differing;
}
