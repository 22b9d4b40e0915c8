import type postgres from "postgres";

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** The columns that a search reads: those that lectures of a course share, and the lecture's own. */
export const SEARCHED = {
  course: ["Course Name", "Course Description", "Subject"],
  lecture: ["lecture name", "Keywords"],
};
const columns = [...SEARCHED.course, ...SEARCHED.lecture];

/** The specification's search, word for word: contains, any case, these columns, View Rate descending. */
export async function idsByIlike(sql: postgres.Sql, term: string): Promise<string[]> {
  const isFound = columns.map((column) => `"${column}" ilike $1`).join(" or ");
  const rows = await sql.unsafe(
    `select id from lectures where (${isFound}) and not is_hidden order by "View Rate" desc nulls last, id limit 500`,
    [`%${escapeLike(term)}%`],
  );
  return rows.map(({ id }) => id);
}

/**
 * The same for many terms. `ilike` lowercases both sides at each comparison; here each text is lowercased once.
 */
export async function idsOfEach(sql: postgres.Sql, terms: readonly string[]): Promise<Map<string, string[]>> {
  const patterns = terms.map((term) => `%${escapeLike(term)}%`);
  const texts = columns.map((column, index) => `lower("${column}") as text_${index}`);
  const isFound = columns.map((_, index) => `text_${index} like p.pattern`).join(" or ");
  const rows = await sql.unsafe(
    `with lowered as materialized (select id, "View Rate" as view_rate, ${texts.join()} from lectures
      where not is_hidden)
    select array(
      select id from lowered where ${isFound} order by view_rate desc nulls last, id limit 500
    ) as ids
    from (select lower(pattern) as pattern, place from unnest($1::text[]) with ordinality as u (pattern, place)) p
    order by p.place`,
    [patterns],
  );
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
