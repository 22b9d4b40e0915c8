import type { Sql } from "postgres";
import { type Catalogue, openCatalogue } from "../catalogue.ts";
import { generateLectures } from "../lectures.ts";
import { type Context, type Row, summarize } from "../part.ts";
import { readVocabulary } from "../vocabulary.ts";

export const name = "growth";
export const title = "The pages' queries at a million lectures beside ten thousand (time of the database)";

type Query = { name: string; run(sql: Sql, course: { id: string }): Promise<unknown> };

/** What a page asks, as `lib/catalogue/queries.server.ts` does. */
const QUERIES: Query[] = [
  { name: "home", run: (sql) => sql`select * from home_page(40, 4)` },
  {
    name: "subject, its first 16 courses",
    run: (sql) => sql`select * from subject_courses(0, 16, 'Programming')`,
  },
  { name: "every course, a page of 250", run: (sql) => sql`select * from subject_courses(0, 250)` },
  { name: "course", run: (sql, { id }) => sql`select * from course_page(${id})` },
];

export async function run(context: Context): Promise<Row[]> {
  const [small, large] = context.isShort ? [400, 1_200] : [10_000, 1_000_000];
  const rounds = context.isShort ? 2 : 60;
  const catalogues = [
    await openCatalogue(context, small, { withPresets: false }),
    await openCatalogue(context, large),
  ];
  const samples = await Promise.all(catalogues.map(({ sql }) => pickCourses(sql, context.isShort ? 5 : 50)));
  const rows: Row[] = [];
  for (const query of QUERIES) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      for (const [index, { sql }] of catalogues.entries()) {
        const courses = samples[index] ?? [];
        const start = performance.now();
        for (const course of courses) await query.run(sql, course);
        // The first round warms up.
        if (round > 0) times[index as 0 | 1].push((performance.now() - start) / courses.length);
      }
    }
    const [before, after] = times.map(summarize) as [
      ReturnType<typeof summarize>,
      ReturnType<typeof summarize>,
    ];
    // Both were asked in turns, so that what else the machine did met both.
    const ratio = summarize(times[1].map((time, round) => time / times[0][round]!)).value;
    rows.push({
      name: query.name,
      ...after,
      unit: "ms",
      compared: { name: `${small.toLocaleString("en")} lectures`, ...before },
      ratio,
      goal: "at most 1.2",
      isMet: ratio <= 1.2,
    });
  }
  const [before, after] = [
    await timeImports(catalogues[0]!, context),
    await timeImports(catalogues[1]!, context),
  ];
  rows.push({
    name: "importing 1,000 lectures, mean",
    value: after,
    unit: "ms",
    compared: { name: `into ${small.toLocaleString("en")}`, value: before },
    ratio: after / before,
  });
  return rows;
}

/**
 * The mean time of a batch of an import, because what is put off in one is done in another. All of it is
 * taken back.
 */
async function timeImports({ sql }: Catalogue, { isShort, log }: Context): Promise<number> {
  const [size, count] = isShort ? [100, 2] : [1_000, 40];
  const options = { lectures: size * count, courses: (size * count) / 40, seed: 21 };
  const lectures = [...generateLectures(await readVocabulary(), options)];
  const undone = new Error("undone");
  let time = 0;
  log("importing");
  await sql
    .begin(async (transaction) => {
      const worker = crypto.randomUUID();
      const [job] = await transaction`
        insert into import_jobs (file_path, status, lease_owner) values (${worker}, 'processing', ${worker}) returning id`;
      for (let position = 0; position < lectures.length; position += size) {
        const rows = JSON.stringify(lectures.slice(position, position + size));
        const start = performance.now();
        await transaction`select * from write_import_batch(${job?.id}, ${worker}, ${position}, ${rows}::text)`;
        time += performance.now() - start;
      }
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  await sql`vacuum`;
  return time / count;
}

/**
 * `count` times one of ten courses of about 40 lectures that have five similar ones, so that as much is read
 * from one catalogue as from the other.
 */
async function pickCourses(sql: Sql, count: number): Promise<{ id: string }[]> {
  const rows = await sql`
    select c.course_id as id
    from course_summaries c join subject_summaries s on s.subject = c.subject
    order by s.course_count > 5 desc, abs(c.lecture_count - 40), md5(c.course_name) limit 10`;
  const courses = rows as unknown as { id: string }[];
  return Array.from({ length: count }, (_, index) => courses[index % courses.length]!);
}
