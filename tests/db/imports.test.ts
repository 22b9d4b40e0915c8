import { expect, inject, test } from "vitest";
import { clientOf, connect, describeOnEachApi, signUp } from "./apis.ts";
import { lectureRow, newJob, removeCourse, worker } from "./lectures.ts";

const sql = connect();

test("the first start loads all 27,353 preset lectures and rejects none", async () => {
  expect(inject("seeded")).toEqual({ rows: 27_353, rejected: 0 });
  const [counts] = await sql`
    select (select count(*)::int from lectures) as lectures, (select count(*)::int from course_summaries) as courses,
      (select count(*)::int from subject_summaries) as subjects,
      (select count(*)::int from import_jobs where status = 'completed' and processed_rows = total_rows and file_path like 'data/%') as jobs`;
  expect(counts).toEqual({ lectures: 27_353, courses: 909, subjects: 28, jobs: 13 });
});

describeOnEachApi("a batch of an import", (api, sql) => {
  const service = clientOf(api, "secretKey");
  const write = async (job: string, position: number, rows: object[], rejected: object[] = []) => {
    const { data, error } = await service.rpc("write_import_batch", {
      p_job: job,
      p_worker: worker,
      p_position: position,
      p_rows: JSON.stringify(rows),
      p_rejected: JSON.stringify(rejected),
    });
    if (error) throw new Error(error.message);
    return data[0];
  };

  test("counts inserted, updated, unchanged and rejected rows exactly, and again changes nothing", async () => {
    const course_name = `Counted ${api.name}`;
    const rows = [
      lectureRow({ course_name, lecture_name: "a" }),
      lectureRow({ course_name, lecture_name: "b", lecture_number: null }),
      lectureRow({
        course_name,
        lecture_name: "b",
        lecture_number: null,
        keywords: "changed within the file",
      }),
      lectureRow({ course_name, lecture_name: "a" }),
    ];
    const faults = [
      { row_number: 6, fault_number: 1, column_name: "Views", value: "many", reason: "not a whole number" },
      { row_number: 6, fault_number: 2, column_name: "youtube", value: "x", reason: "not a YouTube address" },
    ];
    const job = await newJob(sql);
    try {
      expect(await write(job, 0, rows, faults)).toEqual({
        inserted: 2,
        updated: 1,
        unchanged: 1,
        rejected: 1,
      });
      expect(await write(job, 5, rows.slice(2))).toEqual({
        inserted: 0,
        updated: 0,
        unchanged: 2,
        rejected: 0,
      });
      expect(await write(job, 7, [{ ...rows[0], views: 7 }])).toEqual({
        inserted: 0,
        updated: 1,
        unchanged: 0,
        rejected: 0,
      });
      const [stored] = await sql`select * from import_jobs where id = ${job}`;
      expect(stored).toMatchObject({
        processed_rows: 8,
        inserted_rows: 2,
        updated_rows: 2,
        unchanged_rows: 3,
        rejected_rows: 1,
        // Only the row whose lecture another row of its batch is about: nothing was said of the other batches.
        replacing_rows: 1,
      });
      expect(
        await sql`
          select row_number, fault_number, column_name, value, reason from import_rejections
          where job_id = ${job} order by row_number, fault_number`,
      ).toEqual(faults);
    } finally {
      await removeCourse(sql, course_name);
    }
  });

  test("knows a lecture again that has nothing but its name", async () => {
    const course_name = `Bare ${api.name}`;
    const bare = lectureRow({ course_name, subject: null, youtube: null });
    const job = await newJob(sql);
    const counts = { inserted: 0, updated: 0, unchanged: 0, rejected: 0 };
    try {
      expect(await write(job, 0, [bare, bare])).toEqual({ ...counts, inserted: 1, unchanged: 1 });
      expect(await write(job, 2, [bare])).toEqual({ ...counts, unchanged: 1 });
    } finally {
      await removeCourse(sql, course_name);
    }
  });

  test("goes in once, however often it is sent", async () => {
    const course_name = `Sent twice ${api.name}`;
    const job = await newJob(sql);
    try {
      await write(job, 0, [lectureRow({ course_name })]);
      await expect(write(job, 0, [lectureRow({ course_name, lecture_name: "again" })])).rejects.toThrow(
        "is at row 1, not at row 0",
      );
      expect(await sql`select 1 from lectures where "Course Name" = ${course_name}`).toHaveLength(1);
    } finally {
      await removeCourse(sql, course_name);
    }
  });

  test("leaves what a lecture has in columns that the file is without, and empties what is empty in the file", async () => {
    const course_name = `Optional columns ${api.name}`;
    const whole = lectureRow({
      course_name,
      lecture_name: "a",
      course_description: "About it",
      instructor: "Jane Doe",
      institution: "MIT",
      seo_slug: "optional-columns",
      image: "https://example.org/a.png",
      keywords: "kept",
      view_rate: 4.5,
      views: 1234,
    });
    const { lecture_number, lecture_name, youtube, ...optional } = whole;
    const bare = { course_name, lecture_number, lecture_name, youtube };
    const stored = () => sql`
      select "lecture name" as lecture_name, "Course Name" as course_name,
        "Course Description" as course_description, "Subject" as subject, "Instructor" as instructor,
        "Insitution" as institution, "SEO:Slug" as seo_slug, "Image" as image, "Keywords" as keywords,
        "View Rate" as view_rate, "Views"::int as views
      from lectures where "Course Name" = ${course_name} order by 1`;
    const job = await newJob(sql);
    const counts = { inserted: 0, updated: 0, unchanged: 0, rejected: 0 };
    try {
      await write(job, 0, [whole]);
      expect(await write(job, 1, [bare])).toEqual({ ...counts, unchanged: 1 });
      expect(await stored()).toEqual([{ ...optional, lecture_name: "a" }]);
      const changed = { ...bare, subject: "Another" };
      expect(await write(job, 2, [changed, { ...changed, lecture_name: "b" }, changed])).toEqual({
        ...counts,
        inserted: 1,
        updated: 1,
        unchanged: 1,
      });
      const kept = { ...optional, lecture_name: "a", subject: "Another" };
      const none = {
        ...{ course_description: null, instructor: null, institution: null, seo_slug: null },
        ...{ image: null, keywords: null, view_rate: null, views: null },
      };
      expect(await stored()).toEqual([kept, { ...kept, ...none, lecture_name: "b" }]);

      expect(await write(job, 5, [{ ...changed, keywords: null, views: 5 }])).toEqual({
        ...counts,
        updated: 1,
      });
      expect((await stored())[0]).toEqual({ ...kept, keywords: null, views: 5 });
      expect(await write(job, 6, [{ ...changed, ...none }])).toEqual({ ...counts, updated: 1 });
      expect((await stored())[0]).toEqual({ ...kept, ...none });
    } finally {
      await removeCourse(sql, course_name);
    }
  });

  test.each([
    ["a blank course name", { course_name: "  " }],
    ["a foreign video", { youtube: "https://evil.example/embed/abcdefghijk" }],
    ["a video's id that is too long", { youtube: "https://www.youtube.com/embed/abcdefghijkl" }],
    ["a video's id with a quotation mark", { youtube: 'https://www.youtube.com/embed/abcdefghij"' }],
    ["a video on a page of another form", { youtube: "https://www.youtube.com/watch?v=abcdefghijk" }],
    ["a script as picture", { image: "javascript:alert(1)" }],
    ["an endless View Rate", { view_rate: 1e13 }],
    ["a negative number", { lecture_number: -1 }],
    ["a name of 251 characters", { lecture_name: "x".repeat(251) }],
    ["an empty text", { keywords: "" }],
    ["a no-break space at the end", { course_description: "About it\u00a0" }],
    ["a control character", { instructor: "a\u0001b" }],
  ])("is refused whole by the database for %s", async (_, fault) => {
    const job = await newJob(sql);
    const course_name = `Refused ${api.name}`;
    await expect(
      write(job, 0, [lectureRow({ course_name }), lectureRow({ course_name, ...fault })]),
    ).rejects.toThrow();
    expect(await sql`select 1 from lectures where "Course Name" = ${course_name}`).toHaveLength(0);
    expect((await sql`select processed_rows from import_jobs where id = ${job}`)[0]?.processed_rows).toBe(0);
  });

  test("is refused to visitors and accounts", async () => {
    const job = await newJob(sql);
    for (const client of [clientOf(api), (await signUp(api)).client]) {
      const { error } = await client.rpc("write_import_batch", {
        p_job: job,
        p_worker: worker,
        p_position: 0,
        p_rows: "[]",
      });
      expect(error).not.toBeNull();
    }
  });
});
