import { afterEach, expect, test } from "vitest";
import { connect } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";

const sql = connect();
const names = ["Sum A", "Sum B", "Sum C"];
afterEach(() => removeCourse(sql, ...names));

/** Fails if the summaries differ from lectures that are grouped on the fly. */
async function expectSummariesToFollow(): Promise<void> {
  const differences = await sql`
    with grouped as materialized (
      select "Course Name" as course, "Subject" as subject, count(*) as lectures, max("View Rate") as view_rate
      from lectures where not is_hidden group by 1, 2
    ), wanted as (
      select 'course' as what, course as name, null as part, sum(lectures)::int as lectures, null::int as courses,
        max(view_rate) as view_rate
      from grouped group by course
      union all select 'subject of a course', course, subject, lectures::int, null, view_rate
      from grouped where subject is not null
      union all select 'subject', subject, null, sum(lectures)::int, count(*)::int, null
      from grouped where subject is not null group by subject
      union all select 'total', null, null, coalesce(sum(lectures), 0)::int, count(distinct course)::int, null
      from grouped
    ), held as (
      select 'course' as what, course_name as name, null as part, lecture_count as lectures, null::int as courses,
        view_rate
      from course_summaries
      union all select 'subject of a course', course_name, subject, lecture_count, null, view_rate from course_subjects
      union all select 'subject', subject, null, lecture_count, course_count, null from subject_summaries
      union all select 'total', null, null, lecture_count, course_count, null from catalogue_totals
    )
    (select 'missing' as fault, w.* from (table wanted except all table held) w)
    union all (select 'left over', h.* from (table held except all table wanted) h)`;
  expect(differences).toEqual([]);
}

const summaryOf = async (name: string) =>
  (await sql`select * from course_summaries where course_name = ${name}`)[0];

test("summaries follow lectures that come, change, move and go", async () => {
  await insertLectures(sql, [
    lectureRow({ course_name: "Sum A", subject: "Sums", view_rate: 2 }),
    lectureRow({ course_name: "Sum A", subject: "Sums", lecture_number: 2, view_rate: 5 }),
    lectureRow({ course_name: "Sum A", subject: "Differences", lecture_number: 3, view_rate: 7 }),
    lectureRow({ course_name: "Sum B", subject: "Sums" }),
    lectureRow({ course_name: "Sum B", subject: null, lecture_number: 2 }),
  ]);
  await expectSummariesToFollow();
  await sql`update lectures set "Subject" = 'Sums' where "Course Name" = 'Sum A' and "Lecture Number" = 3`;
  await expectSummariesToFollow();
  await sql`update lectures set "Subject" = 'Products' where "Course Name" = 'Sum A' and "Lecture Number" = 1`;
  await expectSummariesToFollow();
  await sql`update lectures set "View Rate" = 9 where "Course Name" = 'Sum A' and "Lecture Number" = 1`;
  expect((await summaryOf("Sum A"))?.view_rate).toBe(9);
  await sql`update lectures set "Course Name" = 'Sum C', "Subject" = 'Moved' where "Course Name" = 'Sum B'`;
  expect(await summaryOf("Sum B")).toBeUndefined();
  await expectSummariesToFollow();
  await sql`delete from lectures where "Course Name" = 'Sum A' and "Lecture Number" = 2`;
  await expectSummariesToFollow();
  await removeCourse(sql, ...names);
  await expectSummariesToFollow();
});

test("a course's facts are those of its first lecture that has them", async () => {
  await insertLectures(sql, [
    lectureRow({ course_name: "Sum A", lecture_number: 2, instructor: "Second", institution: "Second" }),
    lectureRow({ course_name: "Sum A", lecture_number: 1, instructor: "First" }),
    lectureRow({ course_name: "Sum A", lecture_number: null, lecture_name: "x", course_description: "Last" }),
  ]);
  expect(await summaryOf("Sum A")).toMatchObject({
    instructor: "First",
    institution: "Second",
    description: "Last",
  });
});

test("two courses never share an address", async () => {
  await insertLectures(sql, [
    lectureRow({ course_name: "Sum A", seo_slug: "same-slug" }),
    lectureRow({ course_name: "Sum B", seo_slug: "same-slug" }),
    lectureRow({ course_name: "Sum C", seo_slug: "Sum B" }),
  ]);
  const ids = [
    (await summaryOf("Sum A"))?.course_id,
    (await summaryOf("Sum B"))?.course_id,
    (await summaryOf("Sum C"))?.course_id,
  ];
  expect(ids).toEqual(["same-slug", "Sum B", "Sum C"]);
});

test("a course without a slug goes by its name, and by its slug once it has one", async () => {
  await insertLectures(sql, [lectureRow({ course_name: "Sum A" })]);
  expect((await summaryOf("Sum A"))?.course_id).toBe("Sum A");
  await insertLectures(sql, [lectureRow({ course_name: "Sum A", seo_slug: "sum-a" })]);
  expect((await summaryOf("Sum A"))?.course_id).toBe("sum-a");
});

test("two writers of one course at once are both counted", async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      insertLectures(sql, [lectureRow({ course_name: "Sum A", lecture_number: index })]),
    ),
  );
  await Promise.all(
    Array.from(
      { length: 8 },
      (_, index) =>
        sql`insert into lectures ("Course Name", "lecture name", "Subject")
        values ('Sum A', ${`direct ${index}`}, 'Test subject')`,
    ),
  );
  expect((await summaryOf("Sum A"))?.lecture_count).toBe(16);
  await expectSummariesToFollow();
});
