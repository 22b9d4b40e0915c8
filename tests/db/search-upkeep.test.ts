import type postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { chooseTerms, HOSTILE_TERMS } from "../../bench/search-terms.ts";
import { isLongForm } from "../long-form.ts";
import { connect } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";
import { idsBySearch, listDifferences, SEARCHED } from "./search-comparison.ts";

const presets = connect();
/** In the short form, small tiers use a part of the presets, in a separate database if the tests have one. */
const copyUrl = isLongForm ? undefined : inject("plainDatabaseUrl");
const courses = ["Upkeep A", "Upkeep B", "Upkeep C"];

/** Texts with signs and other scripts, in addition to the hostile texts of the benchmark. */
const SIGNS = [
  "c#",
  "C++",
  "a+",
  "+b",
  "%_",
  "\\%",
  "~~",
  "{}",
  "<>",
  "=>",
  "^2",
  "§ 1",
  "数学",
  "学",
  "مرحبا",
  "مر",
  "🎉a",
  "İ",
  "ßa",
  "aß",
  "xyz",
  "YZ",
  "w",
  "ww",
].filter((term) => [...term].length >= 2);

/** Rows of the derived tables that are missing, left over, wrong or in a wrong tier. */
async function listFaults(sql: postgres.Sql): Promise<object[]> {
  const columnsOf = (names: string[]) => sql.unsafe(names.map((name) => `"${name}"`).join());
  const searchTextOf = (names: string[]) =>
    sql.unsafe(`concat(${names.map((name) => `private.normalize_text("${name}"), 'W'`).join()})`);
  return sql`
    with documents as materialized (
      select row(${columnsOf(SEARCHED.course)})::text as key, ${searchTextOf(SEARCHED.course)} as document
      from (select distinct ${columnsOf(SEARCHED.course)} from lectures) l
    ), wanted as (
      select l.id, coalesce(l."View Rate", '-Infinity') as view_rate, d.document,
        ${searchTextOf(SEARCHED.lecture)} as text
      from lectures l join documents d on d.key = row(${columnsOf(SEARCHED.course)})::text
    ), held as (
      select s.id, s.view_rate, d.text as document, s.text
      from private.search_lectures s left join private.search_documents d on d.id = s.document_id
    )
    (select 'lecture' as what, id::text from (table wanted except all table held) x)
    union all (select 'left lecture', id::text from (table held except all table wanted) x)
    union all (select 'document', id::text from private.search_documents d where not exists (
      select from private.search_lectures s where s.document_id = d.id))
    union all (select 'tier', id::text from (
      select s.id, s.tier, row_number() over (order by s.view_rate desc, s.id) as place from private.search_lectures s
      where s.tier > 0
    ) x where tier <> (
      select 1 + count(*) from private.search_tiers t where t.max_lectures is not null
        and (select count(*) from lectures where not is_hidden) > (select sum(b.max_lectures) from private.search_tiers b)
        and place > (select sum(b.max_lectures) from private.search_tiers b where b.tier <= t.tier)
    ))
    union all (select 'hidden', s.id::text from private.search_lectures s join lectures l on l.id = s.id
      where l.is_hidden <> (s.tier = 0))
    union all (select 'count', tier::text from private.search_tiers t
      where lecture_count <> (select count(*) from private.search_lectures l where l.tier = t.tier))`;
}

/** Lectures that are ordered before a lecture of an earlier tier. */
async function listMisplaced(sql: postgres.Sql): Promise<object[]> {
  return sql`
    select id, tier, next_tier from (
      select id, tier, lead(tier) over (order by view_rate desc, id) as next_tier from private.search_lectures
      where tier > 0
    ) x where next_tier < tier`;
}

/** Resizes the tiers; each later change of a lecture moves some lectures that no longer fit. */
async function setTiers(sql: postgres.Sql, best: number, next: number): Promise<void> {
  await sql`
    update private.search_tiers set max_lectures = case tier when 1 then ${best}::integer else ${next} end
    where tier < 3`;
  const touch = () => sql`select private.refresh_search(array(select min(id) from lectures))`;
  await touch();
  // The search is correct before all lectures have moved, also for lectures that are added meanwhile.
  const rates = [null, 7, 10_000];
  await insertLectures(
    sql,
    rates.map((view_rate) =>
      lectureRow({ course_name: "Upkeep A", lecture_name: `${view_rate}`, view_rate }),
    ),
  );
  expect(await listDifferences(sql, ["the", "linear"])).toEqual([]);
  expect(await listMisplaced(sql)).toEqual([]);
  const [lectures] = await sql`select count(*)::int as count from lectures`;
  for (let moved = 0; moved < 2 * lectures?.count + 4_000; moved += 2_000) await touch();
  expect(await listFaults(sql)).toEqual([]);
  await removeCourse(sql, "Upkeep A");
}

/** Copies every fourth lecture, which is enough for resized tiers to need several changes to fill. */
async function copyLectures(sql: postgres.Sql): Promise<void> {
  const rows = await presets`
    select "Course Name" as course_name, "Course Description" as course_description, "Subject" as subject,
      "lecture name" as lecture_name, "Lecture Number" as lecture_number, "Keywords" as keywords, youtube
    from lectures where id % 4 = 0 order by id`;
  for (let start = 0; start < rows.length; start += 1_000)
    await insertLectures(sql, rows.slice(start, start + 1_000));
}

describe.each([
  { name: "the preset catalogue", hasSmallTiers: false },
  { name: "a catalogue of small tiers", hasSmallTiers: true },
])("the search of $name", ({ hasSmallTiers }) => {
  const isCopy = hasSmallTiers && copyUrl !== undefined;
  const sql = isCopy ? connect(copyUrl) : presets;

  beforeAll(async () => {
    if (!hasSmallTiers) return;
    if (isCopy) await copyLectures(sql);
    // The presets have no View Rate.
    await sql`update lectures set "View Rate" = id % 50 where id % 9 = 0`;
    await setTiers(sql, 20, 1500);
  });
  afterAll(async () => {
    if (isCopy) await sql`delete from lectures`;
    else if (hasSmallTiers) {
      await sql`update lectures set "View Rate" = null where "View Rate" is not null`;
      await setTiers(sql, 16_000, 112_000);
    }
  });
  afterEach(() => removeCourse(sql, ...courses));

  test("finds what ilike finds, in its order, whatever the text", async () => {
    const titles = (await sql`select "lecture name" as name from lectures`).map(({ name }) => name);
    await insertLectures(
      sql,
      // No lecture holds a control character.
      [...HOSTILE_TERMS.filter((term) => !term.includes("\u001F")), ...SIGNS].map((term, index) =>
        lectureRow({
          course_name: `Upkeep A ${index % 2 ? term : ""}`.slice(0, 250).trim(),
          course_description: index % 3 === 0 ? `${term}.` : null,
          lecture_name: `${index} ${term}${term} ${term.toUpperCase()}`.trim(),
          keywords: index % 5 === 0 ? `x, ${term}`.trim() : null,
          lecture_number: index,
          view_rate: index % 7 ? index % 4 : null,
        }),
      ),
    );
    try {
      const hostile = isCopy || isLongForm ? HOSTILE_TERMS : HOSTILE_TERMS.slice(0, 15);
      const chosen = chooseTerms(titles, HOSTILE_TERMS.length + (isLongForm ? 100 : 15));
      const others = chosen.slice(HOSTILE_TERMS.length);
      expect(await listDifferences(sql, [...hostile, ...others, ...SIGNS])).toEqual([]);
    } finally {
      await sql`delete from lectures where "Course Name" like 'Upkeep%'`;
    }
  });

  // In the short form, the larger catalogue shows only that whatever is searched is found there, too.
  if (!hasSmallTiers && !isLongForm) return;

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
        () => sql`update lectures set is_hidden = not is_hidden where ${some}`,
        () => sql`delete from lectures where ${some}`,
        () =>
          sql`update lectures set "View Rate" = ${rate} where id in (select id from private.search_lectures order by view_rate desc, id limit 5)`,
      ];
      await random.pick(changes)();
    };
    for (let step = 0; step < (isLongForm ? 60 : 20); step++) {
      await change();
      if (step % 10 === 9) expect(await listFaults(sql)).toEqual([]);
    }
    expect(await listDifferences(sql, [...words, "Upkeep", "a z", "zqalpha 1", "in", "the"])).toEqual([]);
  });

  test("follows a change of one searched column alone, whichever it is", async () => {
    const columns = [...SEARCHED.course, ...SEARCHED.lecture];
    await insertLectures(
      sql,
      columns.map((column) => lectureRow({ course_name: "Upkeep A", lecture_name: column })),
    );
    for (const column of columns)
      await sql`
        update lectures set ${sql({ [column]: "Upkeep B" })}
        where "Course Name" = 'Upkeep A' and "lecture name" = ${column}`;
    expect(await listFaults(sql)).toEqual([]);
  });

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
    expect(await listFaults(sql)).toEqual([]);
  });
});
