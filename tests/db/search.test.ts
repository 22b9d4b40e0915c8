import { beforeAll, expect, test } from "vitest";
import { connect, describeOnBothApis, loadQueries } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";

const sql = connect();
const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** The specification's search, word for word: contains, any case, five columns, View Rate descending. */
async function searchBySpecification(query: string): Promise<string[]> {
  const pattern = `%${escapeLike(query)}%`;
  const rows = await sql`
    select "lecture name" as name from lectures
    where "Course Name" ilike ${pattern} or "Course Description" ilike ${pattern}
      or "lecture name" ilike ${pattern} or "Subject" ilike ${pattern} or "Keywords" ilike ${pattern}
    order by "View Rate" desc nulls last, id limit 500`;
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
      expect(found.map(({ name }) => name)).toEqual(await searchBySpecification(term));
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
