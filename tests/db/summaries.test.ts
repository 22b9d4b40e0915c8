import { afterEach, expect, test } from "vitest";
import { connect } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";

const sql = connect();
const names = ["Sum A", "Sum B", "Sum C"];
afterEach(() => removeCourse(sql, ...names));

/** What the summaries must say, grouped on the fly. */
async function expectSummariesToFollow(): Promise<void> {
  const courses = await sql`
    (select "Course Name", count(*)::int, max("View Rate") from lectures where not is_hidden group by 1
     except select course_name, lecture_count, view_rate from course_summaries)
    union all
    (select course_name, lecture_count, view_rate from course_summaries
     except select "Course Name", count(*)::int, max("View Rate") from lectures where not is_hidden group by 1)`;
  expect(courses).toEqual([]);
  const courseSubjects = await sql`
    (select "Course Name", "Subject", count(*)::int, max("View Rate") from lectures where not is_hidden and "Subject" is not null group by 1, 2
     except select course_name, subject, lecture_count, view_rate from course_subjects)
    union all
    (select course_name, subject, lecture_count, view_rate from course_subjects
     except select "Course Name", "Subject", count(*)::int, max("View Rate") from lectures where not is_hidden and "Subject" is not null group by 1, 2)`;
  expect(courseSubjects).toEqual([]);
  const [totals] = await sql`
    select count(distinct "Course Name")::int as course_count, count(*)::int as lecture_count from lectures where not is_hidden`;
  expect(await sql`select course_count, lecture_count from catalogue_totals`).toEqual([totals]);
  const subjects = await sql`
    (select "Subject", count(distinct "Course Name")::int, count(*)::int from lectures where not is_hidden and "Subject" is not null group by 1
     except select subject, course_count, lecture_count from subject_summaries)
    union all
    (select subject, course_count, lecture_count from subject_summaries
     except select "Subject", count(distinct "Course Name")::int, count(*)::int from lectures where not is_hidden and "Subject" is not null group by 1)`;
  expect(subjects).toEqual([]);
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
