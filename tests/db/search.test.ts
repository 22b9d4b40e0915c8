import { beforeAll, expect, test } from "vitest";
import { connect, describeOnBothApis, loadQueries } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";
import { idsByIlike } from "./search-comparison.ts";

const sql = connect();

/** Names of the lectures that the specification's search finds, in its order. */
async function namesByIlike(query: string): Promise<string[]> {
  const ids = await idsByIlike(sql, query);
  const rows = await sql`
    select "lecture name" as name from unnest(${ids}::bigint[]) with ordinality as f (id, place)
    join lectures l on l.id = f.id order by f.place`;
  return rows.map(({ name }) => name);
}

const terms = [
  "python",
  "PYTHON",
  "in",
  "é",
  "ÉA",
  "montréal",
  "c++",
  "100%",
  "%%",
  "__",
  "a_b",
  "\\",
  "\\\\",
  '"quoted"',
  "'",
  "''",
  "(x, y)",
  "x,y",
  "a.b",
  "*",
  "::",
  "&&",
  "%25",
  "null",
  "(or",
  "zzzzzz",
  "Machine learning",
  "1 -",
  "’s",
  "λ",
  "日本",
  "linear equations",
  "x\u001fy",
];

describeOnBothApis("search", (api) => {
  let queries: Awaited<ReturnType<typeof loadQueries>>;
  beforeAll(async () => {
    queries = await loadQueries(api);
  });

  test.each(terms.filter((term) => [...term].length >= 2))(
    "finds what ilike finds, in its order: %j",
    async (term) => {
      const found = await queries.searchLectures(term);
      expect(found.map(({ name }) => name)).toEqual(await namesByIlike(term));
    },
  );

  test("takes every character literally", async () => {
    const names = ["100% sure", "1000 sure", "a_b", "axb", "back\\slash", 'say "hi"', "f(x, y)", "it's"];
    await insertLectures(
      sql,
      names.map((name, index) => lectureRow({ lecture_name: `zq ${name}`, lecture_number: index })),
    );
    try {
      for (const name of names) {
        const found = await queries.searchLectures(`zq ${name}`);
        expect(found.map((lecture) => lecture.name)).toEqual([`zq ${name}`]);
      }
    } finally {
      await removeCourse(sql, "Test course");
    }
  });

  test("puts the best View Rate first and lectures without one last", async () => {
    const rates = [1, null, 3, 2.5, -1];
    await insertLectures(
      sql,
      rates.map((view_rate, index) =>
        lectureRow({ lecture_name: `zqrate ${view_rate}`, lecture_number: index, view_rate }),
      ),
    );
    try {
      const found = await queries.searchLectures("zqrate");
      expect(found.map(({ name }) => name)).toEqual([
        "zqrate 3",
        "zqrate 2.5",
        "zqrate 1",
        "zqrate -1",
        "zqrate null",
      ]);
    } finally {
      await removeCourse(sql, "Test course");
    }
  });

  test("finds nothing for less than two characters", async () => {
    for (const query of ["", "a", " a ", "   "]) expect(await queries.searchLectures(query)).toEqual([]);
  });

  test("finds 500 at most", async () => {
    expect(await queries.searchLectures("in")).toHaveLength(500);
  });
});
