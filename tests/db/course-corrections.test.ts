import { expect, test } from "vitest";
import { describeOnDatabase, signUp } from "./apis.ts";
import { csvOf } from "./import-jobs.ts";
import { prepareCorrections } from "./prepare-corrections.ts";

describeOnDatabase("a correction", (api, sql) => {
  const { addLectures, course, editor, rowsOf, run } = prepareCorrections(api, sql);

  test("leaves the lectures of other courses to which lectures of a file were moved or merged", async () => {
    const [from, into, other] = [
      course(`Left from ${api.name}`),
      course(`Left into ${api.name}`),
      course(`Left other ${api.name}`),
    ];
    const { merge, move } = await editor();
    await addLectures(from, 4);
    await addLectures(into, 6);
    await addLectures(other, 1, { 1: { lecture_name: "Of the other" } });
    const missing = async (count: number) => (await run(csvOf(from, count), { mode: "check" }))?.missing_rows;
    expect(await missing(2)).toBe(2);
    await move([(await rowsOf(from))[0]!.id], other);
    expect(await missing(2)).toBe(2);
    await merge(from, into);
    // What came from the course of the file and is not in it is missing: none here, as the other course had these lectures.
    expect(await missing(2)).toBe(0);
  });

  test("renames a course and a subject everywhere, and adds a lecture", async () => {
    const [name, renamed, other] = [
      course(`Old ${api.name}`),
      course(`New ${api.name}`),
      course(`Other ${api.name}`),
    ];
    const { editCourse, renameSubject, add } = await editor();
    const subject = `Subject of ${api.name}`;
    await addLectures(name, 2, { 1: { subject }, 2: { subject } });
    await addLectures(other, 1);
    expect(await editCourse(name, { course_name: other })).toMatchObject({ outcome: "taken" });
    expect(await editCourse(name, { course_name: renamed, keywords: "all" })).toMatchObject({
      outcome: "changed",
    });
    expect(await rowsOf(renamed)).toMatchObject([{ keywords: "all" }, { keywords: "all" }]);
    expect(await renameSubject(subject, `${subject} too`)).toMatchObject({ outcome: "changed" });
    expect(
      await sql`select lecture_count from subject_summaries where subject = ${`${subject} too`}`,
    ).toHaveLength(1);
    expect(await renameSubject(subject, "x")).toMatchObject({ outcome: "gone" });
    const lecture = { course_name: renamed, lecture_number: 3, lecture_name: "Three" };
    expect(await add(lecture)).toMatchObject({ outcome: "changed", id: expect.any(Number) });
    expect(await add(lecture)).toMatchObject({ outcome: "taken" });
  });

  test("that renames or merges a course gives it what files add under its former name, with its undo", async () => {
    const [former, renamed, into] = [
      course(`Formerly ${api.name}`),
      course(`Presently ${api.name}`),
      course(`Joined later ${api.name}`),
    ];
    const { add, edit, editCourse, merge, undo } = await editor();
    await addLectures(former, 2);
    await editCourse(former, { course_name: renamed });
    const check = await run(csvOf(former, 3), { mode: "check" });
    // The former name is no cell to be decided on.
    expect(check).toMatchObject({ inserted_rows: 1, unchanged_rows: 2, missing_rows: 0, edited_rows: 0 });
    const [shown] = await sql`
      select after from import_differences where kind = 'new' and job_id = ${check?.id ?? ""}`;
    expect(shown?.after).toMatchObject({ course_name: renamed, lecture_number: 3 });
    const added = await run(csvOf(former, 3));
    expect(added).toMatchObject({ inserted_rows: 1, unchanged_rows: 2 });
    expect(await rowsOf(former)).toEqual([]);
    const lectures = await rowsOf(renamed);
    expect(lectures.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(await run(csvOf(former, 3))).toMatchObject({ inserted_rows: 0, unchanged_rows: 3 });
    expect(await run(csvOf(former, 2), { mode: "check" })).toMatchObject({ missing_rows: 1 });

    // The new lecture goes by the file's name for it, whatever becomes of it, and of its course.
    await edit(lectures[2]!.id, { lecture_name: "Called otherwise" });
    await addLectures(into, 1, { 1: { lecture_name: "Of the other" } });
    const merged = await merge(renamed, into);
    expect(await run(csvOf(former, 4))).toMatchObject({ inserted_rows: 1, unchanged_rows: 3 });
    expect((await rowsOf(into)).map(({ number }) => number)).toEqual([1, 1, 2, 3, 4]);
    await undo(merged.job);
    expect((await rowsOf(renamed)).map(({ id }) => id)).toEqual(lectures.map(({ id }) => id));
    await undo(added?.id);
    // Who adds a lecture under the former name makes a course of its own again, to which files then belong.
    await add({ course_name: former, lecture_number: 9, lecture_name: "Nine" });
    expect(await run(csvOf(former, 5))).toMatchObject({ inserted_rows: 1 });
    expect((await rowsOf(former)).map(({ number }) => number)).toEqual([5, 9]);
  });

  test("tells the later of two editors of a course that it has changed since", async () => {
    const name = course(`Two editors ${api.name}`);
    const [one, other] = await Promise.all([editor(), editor()]);
    await addLectures(name, 3, { 1: { instructor: "First" }, 2: { instructor: "Second" } });
    const opened = await other.courseVersion(name);
    const cells = { course_description: "One" };
    expect(await one.editCourse(name, cells, opened)).toMatchObject({ outcome: "changed" });
    expect(await other.editCourse(name, { keywords: "other" }, opened)).toMatchObject({
      outcome: "conflict",
    });
    expect(await rowsOf(name)).toMatchObject([{ keywords: null }, { keywords: null }, { keywords: null }]);
    // None of this changes what all lectures of the course share: their instructors differed before.
    const now = await other.courseVersion(name);
    const [first] = await rowsOf(name);
    await one.edit(first?.id ?? 0, { lecture_name: "Renamed", instructor: "Third" });
    await one.add({
      ...cells,
      course_name: name,
      subject: "Test subject",
      lecture_number: 4,
      lecture_name: "4",
    });
    expect(await other.editCourse(name, { keywords: "other" }, now)).toMatchObject({ outcome: "changed" });
    expect((await other.courseVersion("No such course")) || null).toBeNull();
  });

  test("moves lectures to another course, which keeps its address", async () => {
    const [from, into] = [course(`Moved from ${api.name}`), course(`Moved to ${api.name}`)];
    const { move, merge, undo } = await editor();
    await addLectures(from, 3, { 1: { seo_slug: "first" } });
    const slug = `slug-of-${api.name}`.toLowerCase().replaceAll(" ", "-");
    await addLectures(into, 3, { 3: { seo_slug: slug } });
    const [before, [first, second]] = [await rowsOf(from), await rowsOf(into)];
    expect(await move([before[0]?.id ?? 0], into)).toMatchObject({ outcome: "taken", name: "Lecture 1" });
    expect(await move([before[0]?.id ?? 0], "No such course")).toMatchObject({ outcome: "gone" });
    expect(await move([first?.id ?? 0], into)).toMatchObject({ outcome: "gone" });
    await sql`delete from lectures where id in (${first?.id ?? 0}, ${second?.id ?? 0})`;
    const moved = await move([before[0]?.id ?? 0, before[1]?.id ?? 0], into);
    expect(moved).toMatchObject({ outcome: "changed" });
    expect((await rowsOf(into)).map(({ number }) => number)).toEqual([1, 2, 3]);
    const addressOf = async () =>
      (await sql`select course_id from course_summaries where course_name = ${into}`)[0]?.course_id;
    expect(await addressOf()).toBe(slug);
    await undo(moved.job);
    expect(await rowsOf(from)).toEqual(before);
    await merge(from, into);
    expect(await addressOf()).toBe(slug);
  });

  test("shows viewers names that are alike, and who has corrected what", async () => {
    const [plain, other] = [course(`Alike ${api.name}`), course(`ALIKE-${api.name}`)];
    const { client, id, editCourse, undo } = await editor();
    const subject = `Alike subject of ${api.name}`;
    await addLectures(plain, 2, { 1: { subject }, 2: { subject: subject.toUpperCase() } });
    await addLectures(other, 1);
    await sql`update profiles set display_name = 'Ed' where user_id = ${id}`;
    const done = await editCourse(plain, { keywords: "x" });
    const viewer = await signUp(api);
    await sql`insert into user_roles values (${viewer.id}, 'viewer')`;
    const read = async (answer: PromiseLike<{ data: unknown }>) => (await answer).data;
    const subjects = { p_query: subject.toLowerCase(), p_offset: 0, p_limit: 10 };
    expect(await read(viewer.client.rpc("admin_subjects", subjects))).toEqual([
      { total: 2, subject: expect.any(String), course_count: 1, lecture_count: 1 },
      { total: 2, subject: expect.any(String), course_count: 1, lecture_count: 1 },
    ]);
    expect(await read(viewer.client.rpc("admin_similar_subjects"))).toContainEqual({
      key: subject.toLowerCase(),
      subjects: expect.arrayContaining([subject, subject.toUpperCase()]),
    });
    const recent = async () =>
      ((await read(viewer.client.rpc("recent_corrections"))) as object[] | null)?.slice(0, 1);
    expect(await recent()).toMatchObject([
      { job: { id: done.job, mode: "edit" }, person: "Ed", is_undone: false },
    ]);
    const undone = await undo(done.job);
    expect(await recent()).toMatchObject([{ job: { id: done.job }, is_undone: true }]);
    await undo(undone?.id);
    expect(await recent()).toMatchObject([{ job: { id: done.job }, is_undone: false }]);
    for (const name of ["admin_similar_subjects", "recent_corrections"] as const)
      expect(await read((await signUp(api)).client.rpc(name))).toEqual([]);
    expect(await read(client.rpc("admin_similar_courses"))).toContainEqual(
      expect.objectContaining({ course_names: [plain, other] }),
    );
  });
});
