import type { Sql } from "postgres";
import type { Context, Row } from "../part.ts";
import { type Catalogues, compareTimes, labelOf, takeTurns, timeOf } from "./turns.ts";

/** Values for the queries of a catalogue. */
type Sample = { courses: { id: string }[]; courseCount: number; lastFile: number };
type Query = { name: string; run(sql: Sql, course: { id: string }, sample: Sample): Promise<unknown> };

/** Queries of pages, as in `lib/catalogue/queries.server.ts`, that should take the same time at any size. */
const STEADY: Query[] = [
  { name: "home", run: (sql) => sql`select * from home_page(40, 4)` },
  {
    name: "subject, its first 16 courses",
    run: (sql) => sql`select * from subject_courses(0, 16, 'Programming')`,
  },
  { name: "every course, a page of 250", run: (sql) => sql`select * from subject_courses(0, 250)` },
  { name: "course", run: (sql, { id }) => sql`select * from course_page(${id})` },
];

/** Queries that skip rows or read all of them, and so take longer the more rows there are. */
const GROWING: Query[] = [
  {
    name: "every course, its last page",
    run: (sql, _, { courseCount }) => sql`select * from subject_courses(${courseCount - 250}, 250)`,
  },
  {
    name: "sitemap: the last 10,000 lectures",
    run: (sql, _, { lastFile }) => sql`select sitemap_lectures(${lastFile})`,
  },
  {
    name: "planner: the list of every course, in pages of 1,000",
    run: async (sql, _, { courseCount }) => {
      for (let offset = 0; offset < courseCount; offset += 1_000)
        await sql`
          select course_id, course_name from course_summaries
          order by sort_name, course_name offset ${offset} limit 1000`;
    },
  },
];

/** Times the queries of the public pages at every size. */
export async function timePages(context: Context, catalogues: Catalogues): Promise<Row[]> {
  const samples = await Promise.all(catalogues.map(({ sql }) => takeSample(sql, context.isShort ? 5 : 50)));
  const labels = catalogues.map(({ size }) => labelOf(size));
  const [rounds, few] = context.isShort ? [2, 1] : [60, 3];
  const timeQuery = ({ run }: Query, courses: { id: string }[], index: number) =>
    timeOf(async () => {
      const { sql } = catalogues[index]!;
      for (const course of courses) await run(sql, course, samples[index]!);
    });
  const rows: Row[] = [];
  context.log("measuring the pages");
  for (const query of STEADY) {
    const times = await takeTurns(samples, rounds, async ({ courses }, index) => {
      return (await timeQuery(query, courses, index)) / courses.length;
    });
    rows.push(...compareTimes(query.name, labels, times, { most: 1.2 }));
  }
  for (const query of GROWING) {
    const times = await takeTurns(samples, few, ({ courses }, index) =>
      timeQuery(query, courses.slice(0, 1), index),
    );
    rows.push(...compareTimes(query.name, labels, times));
  }
  return rows;
}

/**
 * A sample with `count` courses, taken in turn from ten that have about 40 lectures, preferably in subjects of more
 * than five courses, so that the queries read equally much from each catalogue.
 */
async function takeSample(sql: Sql, count: number): Promise<Sample> {
  const courses = await sql<{ id: string }[]>`
    select c.course_id as id
    from course_summaries c join subject_summaries s on s.subject = c.subject
    order by s.course_count > 5 desc, abs(c.lecture_count - 40), md5(c.course_name) limit 10`;
  const [totals] = await sql`
    select t.course_count, f.lecture_files from catalogue_totals t cross join sitemap_files() f`;
  return {
    courses: Array.from({ length: count }, (_, index) => courses[index % courses.length]!),
    courseCount: totals?.course_count,
    lastFile: totals?.lecture_files.at(-1),
  };
}
