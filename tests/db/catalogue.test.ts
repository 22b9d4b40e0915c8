import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { describeOnEachApi, loadQueries, onDatabase } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";

describeOnEachApi("the catalogue", (api, sql) => {
  let queries: Awaited<ReturnType<typeof loadQueries>>;
  beforeAll(async () => {
    queries = await loadQueries(api);
  });

  test("home has every subject by number of courses, with its four first courses; the list has them, too", async () => {
    const home = await queries.getHome();
    const subjects = await sql`
      select "Subject" as name, count(distinct "Course Name")::int as courses
      from lectures group by 1 order by 2 desc, 1`;
    expect(home.sections.map(({ name, courseCount }) => ({ name, courses: courseCount }))).toEqual([
      ...subjects,
    ]);
    const ranked = await sql`
      select subject, course from (
        select "Subject" as subject, "Course Name" as course, row_number() over (
          partition by "Subject"
          order by max("View Rate") desc nulls last, count(*) desc, lower("Course Name"), "Course Name"
        ) as position
        from lectures group by 1, 2
      ) courses where position <= 4 order by subject, position`;
    const shown = home.sections.flatMap(({ name, courses }) =>
      courses.map((course) => ({ subject: name, course: course.name })),
    );
    const bySubject = (a: { subject: string }, b: { subject: string }) =>
      a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0;
    expect(shown.sort(bySubject)).toEqual([...ranked]);
    const [totals] =
      await sql`select count(*)::int as lectures, count(distinct "Course Name")::int as courses from lectures`;
    expect({ lectures: home.lectureCount, courses: home.courseCount }).toEqual(totals);
    const names = home.sections.map(({ name }) => name);
    const list = await queries.getSubjectList(1);
    expect(list?.subjects.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  test("a subject's courses come in the specified order", async () => {
    for (const subject of ["Programming", "Physics", "Language"]) {
      const listing = await queries.getSubjectPage(subject, 1);
      const names = await sql`
        select "Course Name" as name from lectures where "Subject" = ${subject}
        group by 1 order by max("View Rate") desc nulls last, lower("Course Name"), "Course Name"`;
      expect(listing?.courses.map(({ name }) => name)).toEqual(names.map(({ name }) => name));
      expect(listing?.courseCount).toBe(names.length);
    }
  });

  test("a course whose lectures carry two subjects is listed under both, and counted once", async () => {
    const before = await queries.getHome();
    const course_name = "Between two subjects";
    await insertLectures(sql, [
      lectureRow({ course_name, subject: "First of two", view_rate: 1 }),
      lectureRow({ course_name, subject: "Second of two", lecture_number: 2, view_rate: 5 }),
      lectureRow({ course_name, subject: "Second of two", lecture_number: 3 }),
    ]);
    onTestFinished(() => removeCourse(sql, course_name));
    const home = await queries.getHome();
    expect([home.courseCount, home.lectureCount]).toEqual([before.courseCount + 1, before.lectureCount + 3]);
    expect(home.sections).toHaveLength(before.sections.length + 2);
    for (const subject of ["First of two", "Second of two"]) {
      const section = home.sections.find(({ name }) => name === subject);
      expect(section?.courses.map(({ name }) => name)).toEqual([course_name]);
      const listing = await queries.getSubjectPage(subject, 1);
      expect(listing?.courses.map(({ name }) => name)).toEqual([course_name]);
      expect(listing?.courseCount).toBe(1);
    }
  });

  test("where no course has a subject, the home page has the first of all", async () => {
    expect((await queries.getHome()).courses).toEqual([]);
    // To take the subjects off every lecture, and to give them back, would take ten seconds.
    const subjects = await sql`delete from subject_summaries where true returning *`;
    onTestFinished(async () => {
      await sql`insert into subject_summaries ${sql(subjects)}`;
    });
    const home = await queries.getHome();
    expect(home).toMatchObject({ sections: [], subjectCount: 0 });
    expect(home.courses).toEqual(
      (await queries.getSubjectPage(null, 1))?.courses
        .slice(0, 4)
        .map((course) => expect.objectContaining({ name: course.name })),
    );
    expect(home.courses).toHaveLength(4);
    expect(await queries.getSubjectList(1)).toMatchObject({ subjects: [], pageCount: 1 });
  });

  test("a subject called All is told from every course", async () => {
    await insertLectures(sql, [lectureRow({ course_name: "Everything", subject: "All" })]);
    onTestFinished(() => removeCourse(sql, "Everything"));
    expect((await queries.getSubjectPage("All", 1))?.courses.map(({ name }) => name)).toEqual(["Everything"]);
    expect((await queries.getSubjectPage(null, 1))?.courses.length).toBeGreaterThan(1);
  });

  test("all courses stand on pages, each course once", async () => {
    const first = await queries.getSubjectPage(null, 1);
    const pages = first?.pageCount ?? 0;
    const listings = await Promise.all(
      Array.from({ length: pages }, (_, index) => queries.getSubjectPage(null, index + 1)),
    );
    const names = listings.flatMap((listing) => listing?.courses.map(({ name }) => name) ?? []);
    const [{ count } = { count: 0 }] =
      await sql`select count(distinct "Course Name")::int as count from lectures`;
    expect(names).toHaveLength(count);
    expect(new Set(names).size).toBe(count);
    expect(await queries.getSubjectPage(null, pages + 1)).toBeNull();
    expect(await queries.getSubjectPage("No such subject", 1)).toBeNull();
  });

  test("a course is found by slug and by name, with its lectures in order", async () => {
    const rows = await sql`
      select "lecture name" as name from lectures where "Course Name" = 'Classical Mechanics'
      order by "Lecture Number" nulls last, id`;
    for (const courseId of ["classical-mechanics", "Classical Mechanics"]) {
      const course = await queries.getCoursePage(courseId);
      expect(course?.courseId).toBe("classical-mechanics");
      expect(course?.lectures.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
    }
    expect(await queries.getCoursePage("no-such-course")).toBeNull();
  });

  test("names with every awkward character find their course", async () => {
    const names = [`a,b "c" (d) \\ 100% _x_ 'q' é /y?z&w=1#h`, "..", "*", "null", "a.b:c"];
    await insertLectures(
      sql,
      names.map((course_name) => lectureRow({ course_name, subject: `s,"(${course_name}` })),
    );
    try {
      for (const name of names) {
        expect((await queries.getCoursePage(name))?.name).toBe(name);
        expect(
          (await queries.getSubjectPage(`s,"(${name}`, 1))?.courses.map((course) => course.name),
        ).toEqual([name]);
      }
    } finally {
      await removeCourse(sql, ...names);
    }
  });

  test("a course of more than a thousand lectures is read whole", async () => {
    const course_name = "A very long course";
    const rows = Array.from({ length: 1000 }, (_, index) =>
      lectureRow({ course_name, lecture_number: index + 1 }),
    );
    await insertLectures(sql, rows);
    await insertLectures(sql, [
      lectureRow({ course_name, lecture_number: 1001 }),
      lectureRow({ course_name, lecture_number: null }),
    ]);
    try {
      const lectures = (await queries.getCoursePage(course_name))?.lectures ?? [];
      expect(lectures.map(({ number }) => number)).toEqual([
        ...Array.from({ length: 1001 }, (_, i) => i + 1),
        null,
      ]);
    } finally {
      await removeCourse(sql, course_name);
    }
  });

  test("every lecture of a course has an address of its own", async () => {
    const course_name = "Numbers twice";
    await insertLectures(sql, [
      lectureRow({ course_name, lecture_name: "first" }),
      lectureRow({ course_name, lecture_name: "second" }),
      lectureRow({ course_name, lecture_name: "none", lecture_number: null }),
    ]);
    try {
      const lectures = (await queries.getCoursePage(course_name))?.lectures ?? [];
      expect(lectures.map(({ lectureId }) => lectureId)).toEqual([
        "1",
        `1-${lectures[1]?.id}`,
        `lecture-${lectures[2]?.id}`,
      ]);
    } finally {
      await removeCourse(sql, course_name);
    }
  });

  test("similar courses are five others of the same subject", async () => {
    for (const name of ["Classical Mechanics", "PyCon US 2013", "Early math: Counting"]) {
      const similar = (await queries.getCoursePage(name))?.similar.map((course) => course.name) ?? [];
      expect(similar).toHaveLength(5);
      expect(new Set([...similar, name]).size).toBe(6);
      const subjects =
        await sql`select distinct "Subject" from lectures where "Course Name" = any(${[...similar, name]})`;
      expect(subjects).toHaveLength(1);
    }
  });

  test("a course's similar courses follow it by name, then come from the top of its subject", async () => {
    const names = ["Neighbour a", "neighbour B", "Neighbour c", "Neighbour d"];
    await insertLectures(
      sql,
      names.map((course_name) => lectureRow({ course_name, subject: "Neighbours" })),
    );
    await insertLectures(sql, [lectureRow({ course_name: "Without a subject", subject: null })]);
    onTestFinished(() => removeCourse(sql, ...names, "Without a subject"));
    const similarTo = async (name: string) =>
      (await queries.getCoursePage(name))?.similar.map((course) => course.name);
    expect(await similarTo("neighbour B")).toEqual(["Neighbour c", "Neighbour d", "Neighbour a"]);
    expect(await similarTo("Without a subject")).toEqual([]);
  });

  test("the longest texts that an import accepts are stored, whatever they are made of", async () => {
    const random = createRandom(17);
    // Four bytes each, and too different from each other to be compressed.
    const ofLength = (length: number) =>
      String.fromCodePoint(...Array.from({ length }, () => random.between(0x20000, 0x2a000)));
    const course_name = ofLength(250);
    onTestFinished(() => removeCourse(sql, course_name));
    const lecture = lectureRow({
      course_name,
      lecture_name: ofLength(250),
      subject: ofLength(100),
      instructor: ofLength(2_000),
      institution: ofLength(250),
      seo_slug: ofLength(250),
      keywords: ofLength(5_000),
      course_description: ofLength(10_000),
    });
    await insertLectures(sql, [lecture]);
    expect(await queries.getCoursePage(lecture.seo_slug ?? "")).toMatchObject({ name: course_name });
  });

  test("the sitemap lists every course and every lecture once, whatever gaps their ids have", async () => {
    await sql`select setval(pg_get_serial_sequence('lectures', 'id'), (select max(id) from lectures) + 25000)`;
    const course_name = `Behind a gap ${api.name}`;
    await insertLectures(sql, [lectureRow({ course_name })]);
    onTestFinished(() => removeCourse(sql, course_name));
    const [counts] = await sql`
      select count(*)::int as lectures, count(distinct "Course Name")::int as courses,
        count(distinct "Subject")::int as subjects,
        array(select distinct ceil(id / 10000.0)::int from lectures order by 1) as files
      from lectures`;
    const files: number[] = counts?.files ?? [];
    const last = files.at(-1) ?? 0;
    expect(files).not.toContain(last - 1);
    const lectureFiles = files.map((file) => `lectures-${file}`);
    expect(await queries.listSitemapFiles()).toEqual(["pages", "subjects-1", "courses-1", ...lectureFiles]);
    const courses = (await queries.listSitemapPaths("courses-1")) ?? [];
    const lectures: string[] = [];
    for (const file of lectureFiles) {
      const paths = await queries.listSitemapPaths(file);
      expect(paths?.length, file).toBeLessThanOrEqual(10_000);
      lectures.push(...(paths ?? []));
    }
    expect([courses.length, lectures.length]).toEqual([counts?.courses, counts?.lectures]);
    expect(await queries.listSitemapPaths("subjects-1")).toHaveLength(counts?.subjects);
    expect([new Set(courses).size, new Set(lectures).size]).toEqual([counts?.courses, counts?.lectures]);
    expect(await queries.listSitemapPaths("pages")).toEqual(["/", "/courses/All", "/subjects"]);
    for (const file of [
      "subjects-2",
      "courses-2",
      "constructor-1",
      `lectures-${last + 1}`,
      "lectures-0",
      "nonsense",
    ]) {
      expect(await queries.listSitemapPaths(file)).toBeNull();
    }
  });

  onDatabase(api, () => {
    test("of more than a thousand subjects home shows the largest, and the list and the sitemap have all", async () => {
      const names = Array.from({ length: 1_050 }, (_, number) => `Many subjects ${number}`);
      await insertLectures(
        sql,
        // One subject has a second course, so it is larger than the others.
        [...names, "Many subjects again"].map((course_name, number) =>
          lectureRow({ course_name, subject: names[number] ?? "Many subjects 700" }),
        ),
      );
      onTestFinished(() => removeCourse(sql, ...names, "Many subjects again"));
      const bySize = await sql`
        select "Subject" as name, count(distinct "Course Name")::int as "courseCount"
        from lectures where "Subject" is not null group by 1 order by 2 desc, 1`;
      const byName = await sql`
        select "Subject" as name, count(distinct "Course Name")::int as "courseCount"
        from lectures where "Subject" is not null group by 1 order by lower("Subject"), 1`;
      expect(byName.length).toBeGreaterThan(1_050);

      const home = await queries.getHome();
      expect(home.sections.map(({ name, courseCount }) => ({ name, courseCount }))).toEqual(
        bySize.slice(0, queries.SUBJECTS_ON_HOME),
      );
      expect(home.sections.map(({ name }) => name)).toContain("Many subjects 700");
      const [totals] =
        await sql`select count(*)::int as lectures, count(distinct "Course Name")::int as courses from lectures`;
      expect([home.subjectCount, home.courseCount, home.lectureCount]).toEqual([
        byName.length,
        totals?.courses,
        totals?.lectures,
      ]);

      const { pageCount = 0 } = (await queries.getSubjectList(1)) ?? {};
      const lists = await Promise.all(
        Array.from({ length: pageCount }, (_, index) => queries.getSubjectList(index + 1)),
      );
      expect(lists.flatMap((list) => list?.subjects)).toEqual([...byName]);
      expect(lists.map((list) => list?.subjectCount)).toEqual(lists.map(() => byName.length));
      expect(await queries.getSubjectList(pageCount + 1)).toBeNull();

      expect(await queries.listSitemapPaths("subjects-1")).toEqual(
        (
          await sql`select distinct "Subject" as name from lectures where "Subject" is not null order by 1`
        ).map(({ name }) => `/courses/${encodeURIComponent(name)}`),
      );
    });
  });
});
