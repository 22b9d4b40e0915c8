import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { chooseTerms, HOSTILE_TERMS } from "../../bench/search-terms.ts";
import { connect } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";
import { idsBySearch, listDifferences } from "./search-comparison.ts";

const sql = connect();
const courses = ["Upkeep A", "Upkeep B", "Upkeep C"];

/** Rows of the derived tables that are missing, left over or wrong. */
async function listFaults(): Promise<object[]> {
  return sql`
    with wanted as (
      select l.id, coalesce(l."View Rate", '-Infinity') as rate,
        private.course_code(l."Course Name", l."Course Description", l."Subject") as course,
        private.search_code(l."Keywords") || 'Q' as keywords,
        private.search_code(l."lecture name") || 'Q' as name
      from lectures l
    ), held as (
      select s.id, s.rate, c.code as course, k.code as keywords, s.name_code as name
      from private.search_lectures s
      left join private.search_texts c on c.id = s.course_text and c.part = 'course'
      left join private.search_texts k on k.id = s.keywords_text and k.part = 'keywords'
    ), heads as (
      select e.head, w.id, w.rate, w.name || coalesce(w.keywords, '') || case when e.head <> 2 then w.course else '' end as code
      from private.search_head_ends e join wanted w on w.rate > e.rate or (w.rate = e.rate and w.id <= e.id)
    ), held_heads as (
      select head, id, rate, code from private.search_heads
    )
    (select 'lecture' as what, id from (table wanted except table held) x)
    union all (select 'left lecture', id from (table held except table wanted) x)
    union all (select 'head', id from (table heads except table held_heads) x)
    union all (select 'left in head', id from (table held_heads except table heads) x)
    union all (select 'head count', lectures from private.search_head_ends e
      where lectures <> (select count(*) from private.search_heads h where h.head = e.head))
    union all (select 'text', id from private.search_texts t where not exists (
      select from private.search_lectures s where t.id in (s.course_text, s.keywords_text)))`;
}

type Head = { head: number; size: number; kept_from: number };

async function makeHeads(heads: readonly Head[]): Promise<void> {
  for (const { head, size, kept_from } of heads)
    await sql`update private.search_head_ends set size = ${size}, kept_from = ${kept_from} where head = ${head}`;
  await sql`select private.rebuild_search()`;
}

describe.each<{ name: string; sizes?: [number, number, number] }>([
  { name: "a small catalogue" },
  { name: "a catalogue with heads", sizes: [600, 3000, 600] },
  { name: "a catalogue with long heads", sizes: [6000, 9000, 6000] },
  { name: "a catalogue with heads that grow and are cut", sizes: [20, 100, 30] },
])("the search of $name", ({ sizes }) => {
  let shipped: Head[];
  beforeAll(async () => {
    shipped = await sql<Head[]>`select head, size, kept_from from private.search_head_ends`;
    await makeHeads(sizes ? sizes.map((size, index) => ({ head: index + 1, size, kept_from: 0 })) : shipped);
    const [heads] = await sql`select count(distinct head)::integer as count from private.search_heads`;
    expect(heads?.count).toBe(sizes ? 3 : 0);
  }, 60_000);
  afterAll(() => makeHeads(shipped), 60_000);
  afterEach(() => removeCourse(sql, ...courses));

  test("finds what ilike finds, in its order, whatever the text", async () => {
    const titles = (await sql`select "lecture name" as name from lectures`).map(({ name }) => name);
    await insertLectures(
      sql,
      HOSTILE_TERMS.map((term, index) =>
        lectureRow({
          course_name: `Upkeep A ${index % 2 ? term : ""}`.slice(0, 250).trim(),
          course_description: index % 3 === 0 ? `${term}.` : null,
          lecture_name: `${index} ${term}${term} ${term.toUpperCase()}`,
          keywords: index % 5 === 0 ? `x, ${term}` : null,
          lecture_number: index,
          view_rate: index % 7 ? index % 4 : null,
        }),
      ),
    );
    try {
      const [counted] = await sql`select count(*)::integer as trigrams from private.search_trigrams`;
      expect(counted?.trigrams).toBeGreaterThan(1000);
      expect(await listDifferences(sql, chooseTerms(titles, 100))).toEqual([]);
    } finally {
      await sql`delete from lectures where "Course Name" like 'Upkeep%'`;
    }
  }, 120_000);

  test("follows lectures that come, change, move and go", async () => {
    const random = createRandom(13);
    const words = ["zqalpha", "zqbeta", "zq", "python", "C++ zq", "éé", "100% zq"];
    const change = async () => {
      const course = random.pick(courses);
      const rate = random.chance(0.3) ? null : random.between(-3, 3);
      const word = random.pick(words);
      const some = sql`"Course Name" = ${course} and id % 3 = ${random.between(0, 2)}`;
      const changes = [
        () =>
          insertLectures(
            sql,
            Array.from({ length: random.between(1, 30) }, () =>
              lectureRow({
                course_name: course,
                course_description: random.chance(0.5) ? word : null,
                lecture_name: `${word} ${random.between(1, 40)}`,
                lecture_number: random.between(1, 9),
                keywords: random.chance(0.5) ? `${course}, ${word}` : null,
                view_rate: rate,
              }),
            ),
          ),
        () => sql`update lectures set "View Rate" = ${rate} where ${some}`,
        () => sql`update lectures set "Keywords" = ${word}, "Subject" = ${word} where ${some}`,
        () => sql`update lectures set "lecture name" = ${word} || id where ${some}`,
        () =>
          sql`update lectures set "Course Name" = ${random.pick(courses)}, "lecture name" = "lecture name" || id where ${some}`,
        () => sql`delete from lectures where ${some}`,
        () =>
          sql`update lectures set "View Rate" = ${rate} where id in (select id from private.search_lectures order by rate desc, id limit 5)`,
      ];
      await random.pick(changes)();
    };
    for (let step = 0; step < 60; step++) {
      await change();
      if (step % 10 === 9) expect(await listFaults()).toEqual([]);
    }
    expect(await listDifferences(sql, [...words, "Upkeep", "a z", "zqalpha 1", "in", "the"])).toEqual([]);
    await sql`update lectures set "View Rate" = null where "View Rate" is not null`;
    expect(await listFaults()).toEqual([]);
  }, 120_000);

  test("has everything that writers at once have written, and nothing that was rolled back", async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, writer) =>
        insertLectures(
          sql,
          Array.from({ length: 20 }, (_, number) =>
            lectureRow({
              course_name: courses[writer % 3],
              lecture_name: `zqwriter ${writer}`,
              lecture_number: number,
              keywords: `zq ${number % 4}`,
              view_rate: writer,
            }),
          ),
        ),
      ),
    );
    const rolledBack = sql.begin(async (transaction) => {
      await transaction`delete from lectures where "Course Name" = ${courses[0] as string}`;
      throw new Error("changed my mind");
    });
    await expect(rolledBack).rejects.toThrow("changed my mind");
    expect(await idsBySearch(sql, "zqwriter")).toHaveLength(160);
    expect(await listDifferences(sql, ["zqwriter", "zq 3", "zqwriter 7"])).toEqual([]);
    expect(await listFaults()).toEqual([]);
  });
});
