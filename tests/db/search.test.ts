import type postgres from "postgres";
import { beforeAll, expect, test } from "vitest";
import { MATCHES_NAMED } from "../../lib/catalogue/search.ts";
import { describeOnEachApi, loadQueries, onDatabase, variationsOn } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";
import { idsOfEach, listDifferences } from "./search-comparison.ts";

/** The courses of the lectures found by the specification's search, in its order, with their lecture names. */
async function coursesOf(sql: postgres.Sql, ids: string[]): Promise<[course: string, lectures: string[]][]> {
  const rows = await sql`
    select "Course Name" as course, "lecture name" as name
    from unnest(${ids}::bigint[]) with ordinality as f (id, place)
    join lectures l on l.id = f.id order by f.place`;
  const courses = Map.groupBy(rows, (row) => row.course as string);
  return [...courses].map(([course, lectures]) => [course, lectures.map((lecture) => lecture.name)]);
}

const terms = [
  "python",
  "PYTHON",
  "in",
  "é",
  "ÉA",
  "montréal",
  "c++",
  "C++",
  "c#",
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
  "数学",
  "العربية",
  "🎉🎉",
  "İs",
  "ßa",
  "?!",
  "zq",
  "q9",
  "linear equations",
  "x\u001fy",
];

const longEnough = terms.filter((term) => [...term].length >= 2);

describeOnEachApi("search", (api, sql) => {
  let queries: Awaited<ReturnType<typeof loadQueries>>;
  let idsOf: Map<string, string[]>;
  const tried = variationsOn(api, longEnough);
  beforeAll(async () => {
    queries = await loadQueries(api);
    idsOf = await idsOfEach(sql, tried);
  });

  test.each(tried)("finds what ilike finds, in its order: %j", async (term) => {
    const found = await queries.searchCatalogue(term);
    expect(
      found.map(({ name, matchCount, matches }) => [name, matchCount, matches.map((match) => match.name)]),
    ).toEqual(
      (await coursesOf(sql, idsOf.get(term) ?? [])).map(([course, names]) => [
        course,
        names.length,
        names.slice(0, MATCHES_NAMED),
      ]),
    );
  });

  test("takes every character literally", async () => {
    const names = ["100% sure", "1000 sure", "a_b", "axb", "back\\slash", 'say "hi"', "f(x, y)", "it's"];
    await insertLectures(
      sql,
      names.map((name, index) => lectureRow({ lecture_name: `zq ${name}`, lecture_number: index })),
    );
    try {
      for (const name of names) {
        const found = await queries.searchCatalogue(`zq ${name}`);
        expect(found.flatMap(({ matches }) => matches.map((match) => match.name))).toEqual([`zq ${name}`]);
      }
    } finally {
      await removeCourse(sql, "Test course");
    }
  });

  test("finds a text as pages show it, however it is spaced", async () => {
    const name = "zq\tsets  and\u00a0maps";
    await insertLectures(sql, [lectureRow({ lecture_name: name, course_description: "zq one.\r\n\nTwo" })]);
    try {
      for (const text of [name, "zq sets and maps", "ZQ SETS  AND", "zq one. two"])
        expect(await queries.searchCatalogue(text), text).toMatchObject([{ name: "Test course" }]);
      expect(await queries.searchCatalogue("zqsets")).toEqual([]);
    } finally {
      await removeCourse(sql, "Test course");
    }
  });

  test("finds nothing for less than two characters", async () => {
    for (const query of ["", "a", " a ", "   "]) expect(await queries.searchCatalogue(query)).toEqual([]);
  });

  onDatabase(api, () => {
    test("finds a part of a text of thousands of different characters", async () => {
      const characters = Array.from({ length: 3_000 }, (_, index) => String.fromCodePoint(0x4e00 + index));
      const part = `${characters.slice(1_500, 1_520).join("")} zq`;
      const description = characters.join("").replace(part.slice(0, 20), part);
      await insertLectures(sql, [lectureRow({ course_description: description })]);
      try {
        expect(await queries.searchCatalogue(part)).toMatchObject([{ name: "Test course" }]);
        expect(await queries.searchCatalogue(part.replace(" zq", "zq"))).toEqual([]);
        expect(await listDifferences(sql, [description.slice(40, 60), description.slice(-30)])).toEqual([]);
      } finally {
        await removeCourse(sql, "Test course");
      }
    });

    test("puts the best View Rate first and lectures without one last", async () => {
      const rates = [1, null, 3, 2.5, -1];
      const courses = rates.map((rate) => `Zqrate ${rate}`);
      await insertLectures(
        sql,
        rates.map((view_rate, index) => lectureRow({ course_name: courses[index], view_rate })),
      );
      try {
        const found = await queries.searchCatalogue("zqrate");
        expect(found.map(({ name }) => name)).toEqual([
          "Zqrate 3",
          "Zqrate 2.5",
          "Zqrate 1",
          "Zqrate -1",
          "Zqrate null",
        ]);
      } finally {
        await removeCourse(sql, ...courses);
      }
    });

    test("names lectures by their place in the address, also where a number is there twice or missing", async () => {
      const numbers = [7, 7, null];
      await insertLectures(
        sql,
        numbers.map((lecture_number, index) =>
          lectureRow({ lecture_name: `zqplace ${index}`, lecture_number, view_rate: -index }),
        ),
      );
      try {
        const [found] = await queries.searchCatalogue("zqplace");
        const course = await queries.getCoursePage(found?.courseId ?? "");
        expect(found?.matches).toEqual(course?.lectures.map(({ lectureId, name }) => ({ lectureId, name })));
        expect(found?.lectureCount).toBe(3);
      } finally {
        await removeCourse(sql, "Test course");
      }
    });

    test("finds 500 at most, none of them hidden", async () => {
      const count = async () =>
        (await queries.searchCatalogue("in")).reduce((sum, { matchCount }) => sum + matchCount, 0);
      expect(await count()).toBe(500);
      await sql`update lectures set is_hidden = true where id = any (private.search_ids('in'))`;
      try {
        expect(await count()).toBe(500);
      } finally {
        await sql`update lectures set is_hidden = false where is_hidden`;
      }
    });
  });
});
