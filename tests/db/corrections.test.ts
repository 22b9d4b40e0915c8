import { expect, onTestFinished, test } from "vitest";
import { clientOf, describeOnEachApi, signUp } from "./apis.ts";
import { csvOf, prepareImportJobs } from "./import-jobs.ts";

const { runJob } = await import("../../lib/lecture-import/run-job.server.ts");

type Outcome = { outcome: string; job?: string; id?: number };

describeOnEachApi("a correction", (api, sql) => {
  const { service, upload, addLectures, course, stored, claim } = prepareImportJobs(api, sql);

  async function editor() {
    const account = await signUp(api);
    await sql`insert into user_roles values (${account.id}, 'editor')`;
    const { client } = account;
    const read = async (answer: PromiseLike<{ data: unknown; error: { message: string } | null }>) => {
      const { data, error } = await answer;
      if (error) throw new Error(error.message);
      return data as Outcome;
    };
    const lecture = async (id: number) =>
      (await read(client.rpc("admin_lecture", { p_id: id }))) as unknown as {
        cells: Record<string, unknown>;
        version: string;
        edited: string[];
      };
    const courseVersion = async (name: string) =>
      ((await client.rpc("admin_course", { p_course: name })).data as { version: string } | null)?.version ??
      "";
    return {
      ...account,
      lecture,
      edit: async (id: number, cells: object, version?: string) =>
        read(
          client.rpc("edit_lecture", {
            p_id: id,
            p_version: version ?? (await lecture(id)).version,
            p_cells: JSON.stringify(cells),
          }),
        ),
      add: (cells: object) => read(client.rpc("add_lecture", { p_cells: JSON.stringify(cells) })),
      remove: (...ids: number[]) => read(client.rpc("delete_lectures", { p_ids: ids })),
      courseVersion,
      editCourse: async (name: string, cells: object, version?: string) =>
        read(
          client.rpc("edit_course", {
            p_course: name,
            p_version: version ?? (await courseVersion(name)),
            p_cells: JSON.stringify(cells),
          }),
        ),
      preview: (from: string, into: string) =>
        read(client.rpc("merge_preview", { p_from: from, p_into: into })),
      merge: (from: string, into: string) =>
        read(client.rpc("merge_courses", { p_from: from, p_into: into })),
      move: (ids: number[], to: string) => read(client.rpc("move_lectures", { p_ids: ids, p_course: to })),
      renameSubject: (from: string, to: string) =>
        read(client.rpc("rename_subject", { p_from: from, p_to: to })),
      undo: async (job: string | undefined) => {
        const undo = await read(client.rpc("undo_import", { p_job: String(job) }));
        expect(await runJob(service, await claim(String(undo)))).toBe("completed");
        return stored(String(undo));
      },
    };
  }

  async function run(bytes: Uint8Array<ArrayBuffer>, values: object = {}) {
    const id = await upload(bytes, values);
    expect(await runJob(service, await claim(id))).toBe("completed");
    return stored(id);
  }

  const rowsOf = async (name: string) =>
    (
      await sql`
        select id::int, "Lecture Number" as number, "lecture name" as name, "Subject" as subject, "Keywords" as keywords
        from lectures where "Course Name" = ${name} order by "Lecture Number", id`
    ).map((row) => ({ ...row })) as {
      id: number;
      number: number;
      name: string;
      subject: string;
      keywords: string;
    }[];

  test("of a cell is logged, can be taken back, and is refused where another was faster", async () => {
    const name = course(`Corrected ${api.name}`);
    const { lecture, edit, undo } = await editor();
    await addLectures(name, 2);
    const id = (await rowsOf(name))[0]?.id ?? 0;
    const { version } = await lecture(id);
    const edited = await edit(id, { keywords: "by hand" }, version);
    expect(edited.outcome).toBe("changed");
    expect(await edit(id, { keywords: "later" }, version)).toMatchObject({ outcome: "conflict" });
    expect(await edit(id, { keywords: "by hand" })).toMatchObject({ outcome: "unchanged" });
    expect(await edit(id, { lecture_number: 2, lecture_name: "Lecture 2" })).toMatchObject({
      outcome: "taken",
    });
    expect(await edit(0, { keywords: "x" }, "0")).toMatchObject({ outcome: "gone" });
    expect((await lecture(id)).edited).toEqual(["Keywords"]);
    const [entry] = await sql`
      select event, details from private.audit_log order by id desc limit 1`;
    expect(entry).toMatchObject({ event: "catalogue corrected", details: { file: "Edited “Lecture 1”" } });
    expect(await undo(edited.job)).toMatchObject({ updated_rows: 1, rejected_rows: 0 });
    expect((await rowsOf(name))[0]).toMatchObject({ keywords: null });
    expect((await lecture(id)).edited).toEqual([]);
  });

  test("is not undone by an import, of which a check says so; unless the file's cells are asked for", async () => {
    const name = course(`Kept ${api.name}`);
    const { edit, lecture } = await editor();
    const file = csvOf(name, 2, { 1: { keywords: "of the file" } });
    await run(file);
    const id = (await rowsOf(name))[0]?.id ?? 0;
    await edit(id, { keywords: "by hand", lecture_name: "Renamed" });
    // The file still calls it by its former name.
    const check = await run(file, { mode: "check" });
    expect(check).toMatchObject({
      inserted_rows: 0,
      updated_rows: 0,
      unchanged_rows: 2,
      edited_rows: 1,
      missing_rows: 0,
    });
    expect(
      await sql`select before ->> 'keywords' as before, after ->> 'keywords' as after from import_differences where job_id = ${check?.id}`,
    ).toEqual([{ before: "by hand", after: "of the file" }]);
    expect(await run(file)).toMatchObject({ inserted_rows: 0, updated_rows: 0, unchanged_rows: 2 });
    expect(await rowsOf(name)).toMatchObject([
      { name: "Renamed", keywords: "by hand" },
      { name: "Lecture 2" },
    ]);
    expect(await run(file, { overwrites_edits: true })).toMatchObject({ updated_rows: 1 });
    expect(await rowsOf(name)).toMatchObject([
      { name: "Renamed", keywords: "of the file" },
      { name: "Lecture 2" },
    ]);
    expect((await lecture(id)).edited).toEqual([]);
  });

  test("that deletes a lecture takes learners' progress along, and its undo brings both back", async () => {
    const name = course(`Deleted ${api.name}`);
    const { id: userId, remove, undo } = await editor();
    await addLectures(name, 2);
    const before = await rowsOf(name);
    const id = before[0]?.id ?? 0;
    await sql`
      insert into user_progress (user_id, record_id, completed, watched) values (${userId}, ${id}, true, '{[0,15)}')`;
    const removed = await remove(id);
    expect(await rowsOf(name)).toHaveLength(1);
    await undo(removed.job);
    expect(await rowsOf(name)).toEqual(before);
    expect(await sql`select completed, watched::text from user_progress where record_id = ${id}`).toEqual([
      { completed: true, watched: "{[0,15)}" },
    ]);
    expect(await remove(0)).toMatchObject({ outcome: "gone" });
  });

  test("merges two courses: learners' rows follow, and files of either name mean the one that is left", async () => {
    const [from, into] = [course(`From ${api.name}`), course(`Into ${api.name}`)];
    const { id: userId, preview, merge, undo } = await editor();
    await addLectures(from, 3);
    await addLectures(into, 1);
    const [before, [kept]] = [await rowsOf(from), await rowsOf(into)];
    for (const { id } of before)
      await sql`insert into user_progress (user_id, record_id) values (${userId}, ${id})`;
    expect(await preview(from, into)).toEqual({ moved: 2, joined: 1, learners: 1, questions: 0 });
    const merged = await merge(from, into);
    expect(await rowsOf(from)).toEqual([]);
    expect((await rowsOf(into)).map(({ id }) => id)).toEqual([kept?.id, before[1]?.id, before[2]?.id]);
    expect(await sql`select count(*)::int as count from user_progress where user_id = ${userId}`).toEqual([
      { count: 3 },
    ]);
    expect(await run(csvOf(from, 3))).toMatchObject({ inserted_rows: 0, unchanged_rows: 3 });
    await undo(merged.job);
    expect(await rowsOf(from)).toEqual(before);
    expect(await merge(from, "No such course")).toMatchObject({ outcome: "gone" });
  });

  test("leads from the address of a merged course to the course of today, until that is taken back", async () => {
    const names = ["A", "B", "C", "D"].map((letter) => course(`Address ${letter} ${api.name}`));
    const [a, b, c, d] = names as [string, string, string, string];
    const { merge, undo, editCourse } = await editor();
    const slug = (letter: string) => `address-${letter}-${api.name}`.toLowerCase().replaceAll(" ", "-");
    for (const [index, letter] of ["a", "b", "c"].entries())
      await addLectures(names[index]!, 2, { 1: { seo_slug: slug(letter) } });
    const leads = async (address: string) =>
      (await clientOf(api).rpc("moved_course", { p_course_id: address })).data;
    expect(await leads(slug("a"))).toBeNull();

    // Both courses have the same lectures: nothing of the first is left but its address.
    const first = await merge(a, b);
    for (const address of [slug("a"), a]) expect(await leads(address)).toBe(slug("b"));
    const second = await merge(b, c);
    for (const address of [slug("a"), slug("b")]) expect(await leads(address)).toBe(slug("c"));
    const renamed = await editCourse(c, { course_name: d, seo_slug: null });
    const [now] = await sql`select course_id from course_summaries where course_name = ${d}`;
    for (const address of [slug("a"), b]) expect(await leads(address)).toBe(now?.course_id);
    await undo(renamed.job);

    const undone = await undo(second.job);
    expect(await leads(slug("a"))).toBe(slug("b"));
    expect(await leads(slug("b"))).toBeNull();
    await undo(undone?.id);
    expect(await leads(slug("b"))).toBe(slug("c"));
    await undo(first.job);
    expect(await leads(slug("a"))).toBeNull();
    expect(await leads("no such address")).toBeNull();
  });

  test("that deletes a hidden lecture is taken back to a hidden one, unless its video was found to play since", async () => {
    const name = course(`Hidden ${api.name}`);
    const { remove, undo } = await editor();
    const video = crypto.randomUUID().slice(0, 11);
    onTestFinished(async () => {
      await sql`delete from private.video_health where video_id = ${video}`;
    });
    await sql`insert into private.video_health (video_id, state) values (${video}, 'hidden')`;
    await run(csvOf(name, 1, { 1: { youtube: `https://youtu.be/${video}` } }));
    const [lecture] = await rowsOf(name);
    const returned = async (meanwhile: PromiseLike<unknown>) => {
      const { job } = await remove(lecture!.id);
      await meanwhile;
      await undo(job);
      return (await sql`select is_hidden from lectures where id = ${lecture!.id}`)[0]?.is_hidden;
    };
    expect(await returned(sql`select 1`)).toBe(true);
    expect(await returned(sql`delete from private.video_health where video_id = ${video}`)).toBe(true);
    expect(await sql`select state from private.video_health where video_id = ${video}`).toEqual([
      { state: "hidden" },
    ]);
    expect(
      await returned(sql`update private.video_health set state = 'fine' where video_id = ${video}`),
    ).toBe(false);
  });

  test("of two courses into one takes quiz questions along, and its undo gives them back", async () => {
    const [from, into] = [course(`Quiz from ${api.name}`), course(`Quiz into ${api.name}`)];
    const { preview, merge, undo } = await editor();
    const slug = (name: string) => name.toLowerCase().replaceAll(" ", "-");
    const [old, kept] = [slug(from), slug(into)];
    for (const name of [from, into]) await run(csvOf(name, 2, { 1: { seo_slug: slug(name) } }));
    onTestFinished(async () => {
      await sql`delete from quiz_questions where course_id in (${old}, ${kept})`;
    });
    for (const [index, [address, question]] of [
      [kept, "Both"],
      [kept, "Of the other"],
      [old, "First"],
      [old, "Both"],
      [old, "Edited"],
      [old, "Deleted"],
    ].entries())
      await sql`
        insert into quiz_questions (course_id, question, options, correct_answer, explanation, place)
        values (${address!}, ${question!}, '{a,b}', 0, ${address!}, ${index})`;
    const questionsOf = async (address: string) =>
      (
        await sql`select id, question, explanation from quiz_questions where course_id = ${address} order by place, id`
      ).map((row) => ({ ...row }) as { id: string; question: string; explanation: string });
    const shownOf = async (address: string) =>
      (await clientOf(api).rpc("find_quiz", { p_course_id: address })).data?.[0]?.questions as
        | { question: string }[]
        | undefined;
    const before = await Promise.all([old, kept].map(questionsOf));
    expect(await preview(from, into)).toMatchObject({ questions: 3 });

    const merged = await merge(from, into);
    expect((await shownOf(kept))?.map(({ question }) => question)).toEqual([
      "Both",
      "Of the other",
      "First",
      "Edited",
      "Deleted",
    ]);
    expect(await questionsOf(old)).toEqual([]);
    const undone = await undo(merged.job);
    expect(await Promise.all([old, kept].map(questionsOf))).toEqual(before);
    expect(await shownOf(old)).toHaveLength(4);

    const again = await undo(undone?.id);
    expect(await shownOf(kept)).toHaveLength(5);
    await sql`update quiz_questions set explanation = 'new' where question = 'Edited' and course_id = ${kept}`;
    await sql`delete from quiz_questions where question = 'Deleted' and course_id = ${kept}`;
    await undo(again?.id);
    expect(await questionsOf(kept)).toEqual(before[1]);
    expect(await questionsOf(old)).toEqual(
      before[0]!
        .filter(({ question }) => question !== "Deleted")
        .map((row) => (row.question === "Edited" ? { ...row, explanation: "new" } : row)),
    );
    expect(
      await sql`select 1 from private.moved_questions where job_id in (${merged.job!}, ${again?.id})`,
    ).toEqual([]);
  });

  /** Quiz questions at addresses that are cleared at the end of the test, and where addresses lead. */
  function quizzesAt(...addresses: string[]) {
    onTestFinished(async () => {
      await sql`delete from quiz_questions where course_id = any (${addresses})`;
    });
    return {
      ask: async (address: string, ...questions: string[]) => {
        for (const question of questions)
          await sql`
            insert into quiz_questions (course_id, question, options, correct_answer, place)
            values (${address}, ${question}, '{a,b}', 0, (
              select coalesce(max(place), 0) + 1 from quiz_questions where course_id = ${address}
            ))`;
      },
      /** What learners are asked. */
      asked: async (address: string) => {
        const { data } = await clientOf(api).rpc("find_quiz", { p_course_id: address });
        return ((data?.[0]?.questions ?? []) as { question: string }[]).map(({ question }) => question);
      },
      leads: async (address: string) =>
        (await clientOf(api).rpc("moved_course", { p_course_id: address })).data,
    };
  }

  test("that renames a course takes its quiz and its former address along, with its undo and that one's undo", async () => {
    const [name, renamed] = [course(`Quiz of old ${api.name}`), course(`Quiz of new ${api.name}`)];
    const { editCourse, undo } = await editor();
    const { ask, asked, leads } = quizzesAt(name, renamed);
    await run(csvOf(name, 2));
    await ask(name, "One", "Two", "Three");
    await ask(renamed, "Two");

    const done = await editCourse(name, { course_name: renamed });
    expect(await asked(renamed)).toEqual(["Two", "One", "Three"]);
    expect([await asked(name), await leads(name)]).toEqual([[], renamed]);
    await sql`delete from quiz_questions where course_id = ${renamed} and question = 'Three'`;
    await ask(renamed, "Added since");
    const undone = await undo(done.job);
    expect(await asked(name)).toEqual(["One", "Two", "Added since"]);
    expect([await asked(renamed), await leads(renamed), await leads(name)]).toEqual([[], name, null]);
    const again = await undo(undone?.id);
    expect(new Set(await asked(renamed))).toEqual(new Set(["Two", "One", "Added since"]));
    expect(await leads(name)).toBe(renamed);

    // An undo that finds everything changed since leaves the quiz where the course is.
    await editCourse(renamed, { keywords: "changed since" });
    expect(await undo(again?.id)).toMatchObject({ updated_rows: 0, rejected_rows: 2 });
    expect([(await asked(renamed)).length, await leads(name)]).toEqual([3, renamed]);
  });

  test("that renames a course of several batches, all of it hidden, takes its quiz along, with its undo", async () => {
    const [name, renamed] = [course(`Long quiz of old ${api.name}`), course(`Long quiz of new ${api.name}`)];
    const { editCourse, undo } = await editor();
    const { ask } = quizzesAt(name, renamed);
    await run(csvOf(name, 1_200));
    await sql`update lectures set is_hidden = true where "Course Name" = ${name}`;
    await ask(name, "One", "Two");
    const addresses = async () =>
      (
        await sql`select course_id from quiz_questions where course_id in (${name}, ${renamed}) order by place`
      ).map(({ course_id }) => course_id);
    const done = await editCourse(name, { course_name: renamed });
    expect(await addresses()).toEqual([renamed, renamed]);
    await ask(renamed, "Added since");
    await undo(done.job);
    expect(await addresses()).toEqual([name, name, name]);
  });

  test("that gives a course another address takes its quiz along, and none that stands at that address", async () => {
    const [name, other] = [course(`Slug of one ${api.name}`), course(`Slug of other ${api.name}`)];
    const slugOf = (word: string) => `${word}-${api.name}`.toLowerCase().replaceAll(" ", "-");
    const [first, second, third] = [slugOf("first"), slugOf("second"), slugOf("third")];
    const { editCourse, undo } = await editor();
    const { ask, asked, leads } = quizzesAt(name, other, first, second, third);
    await run(csvOf(name, 2, { 1: { seo_slug: first } }));
    await run(csvOf(other, 2, { 1: { seo_slug: second } }));
    await ask(first, "Of one", "Of both");
    await ask(second, "Of other", "Of both");

    const moved = await editCourse(name, { seo_slug: third });
    expect([await asked(third), await leads(first)]).toEqual([["Of one", "Of both"], third]);
    // The other course has it: what is left is the name.
    const refused = await editCourse(name, { seo_slug: second });
    expect([await asked(name), await leads(third)]).toEqual([["Of one", "Of both"], name]);
    expect(await asked(second)).toEqual(["Of other", "Of both"]);
    await undo(refused.job);
    expect(await asked(third)).toEqual(["Of one", "Of both"]);

    // The former address was taken meanwhile, with a quiz of its own.
    await editCourse(other, { seo_slug: first });
    expect(await asked(first)).toEqual(["Of other", "Of both"]);
    const undone = await undo(moved.job);
    expect([await asked(name), await leads(third)]).toEqual([["Of one", "Of both"], name]);
    expect(await asked(first)).toEqual(["Of other", "Of both"]);
    await undo(undone?.id);
    expect(await asked(third)).toEqual(["Of one", "Of both"]);
    expect(await editCourse(name, { course_name: name })).toMatchObject({ outcome: "unchanged" });

    // A name that is no address changes none.
    const named = course(`Slug of a new name ${api.name}`);
    await editCourse(name, { course_name: named });
    expect([await asked(third), await leads(name)]).toEqual([["Of one", "Of both"], third]);
  });

  test("that moves, edits or deletes lectures takes the quiz along where that changes the course's address", async () => {
    const [from, into] = [course(`Quiz left ${api.name}`), course(`Quiz joined ${api.name}`)];
    const slug = `quiz-left-${api.name}`.toLowerCase().replaceAll(" ", "-");
    const { edit, move, remove, undo } = await editor();
    const { ask, asked, leads } = quizzesAt(from, into, slug);
    await run(csvOf(from, 3, { 2: { seo_slug: slug } }));
    await run(csvOf(into, 1));
    await ask(slug, "One", "Of both");
    await ask(into, "Of the other", "Of both");
    const [first, second, third] = (await rowsOf(from)).map(({ id }) => id) as [number, number, number];

    // The slug was that of the second lecture alone.
    const removed = await remove(second);
    expect([await asked(from), await leads(slug)]).toEqual([["One", "Of both"], from]);
    await undo(removed.job);
    expect(await asked(slug)).toEqual(["One", "Of both"]);
    // It is the slug of the other course then: both have another address.
    const left = await edit(second, { course_name: into });
    expect([await asked(from), await asked(slug)]).toEqual([
      ["One", "Of both"],
      ["Of the other", "Of both"],
    ]);
    // The slug is not free again before both have changed.
    await undo(left.job);
    expect([await asked(from), await asked(into)]).toEqual([
      ["One", "Of both"],
      ["Of the other", "Of both"],
    ]);

    await edit(second, { seo_slug: null });
    await edit(first, { lecture_name: "Renamed" });
    await move([first, second], into);
    expect(await asked(from)).toEqual(["One", "Of both"]);
    const last = await edit(third, { course_name: into });
    expect([await asked(into), await leads(from)]).toEqual([["Of the other", "Of both", "One"], into]);
    await undo(last.job);
    expect([await asked(from), await asked(into)]).toEqual([
      ["One", "Of both"],
      ["Of the other", "Of both"],
    ]);
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

  test("tells the later of two editors of a course that it has changed since", async () => {
    const name = course(`Two editors ${api.name}`);
    const [one, other] = await Promise.all([editor(), editor()]);
    await addLectures(name, 3);
    const opened = await other.courseVersion(name);
    const cells = { course_description: "One" };
    expect(await one.editCourse(name, cells, opened)).toMatchObject({ outcome: "changed" });
    expect(await other.editCourse(name, { keywords: "other" }, opened)).toMatchObject({
      outcome: "conflict",
    });
    expect(await rowsOf(name)).toMatchObject([{ keywords: null }, { keywords: null }, { keywords: null }]);
    // A lecture that comes, or is renamed, is no change of what all of them share.
    const now = await other.courseVersion(name);
    const [first] = await rowsOf(name);
    await one.edit(first?.id ?? 0, { lecture_name: "Renamed" });
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
    expect(await move([before[0]?.id ?? 0], into)).toMatchObject({ outcome: "taken" });
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
    await undo(done.job);
    expect(await recent()).toMatchObject([{ job: { id: done.job }, is_undone: true }]);
    for (const name of ["admin_similar_subjects", "recent_corrections"] as const)
      expect(await read((await signUp(api)).client.rpc(name))).toEqual([]);
    expect(await read(client.rpc("admin_similar_courses"))).toContainEqual(
      expect.objectContaining({ course_names: [plain, other] }),
    );
  });

  test("is for editors alone", async () => {
    const viewer = await signUp(api);
    await sql`insert into user_roles values (${viewer.id}, 'viewer')`;
    for (const client of [clientOf(api), viewer.client, (await signUp(api)).client]) {
      const refused = [
        await client.rpc("edit_lecture", { p_id: 1, p_version: "", p_cells: "{}" }),
        await client.rpc("add_lecture", { p_cells: "{}" }),
        await client.rpc("delete_lectures", { p_ids: [1] }),
        await client.rpc("edit_course", { p_course: "x", p_version: "", p_cells: "{}" }),
        await client.rpc("merge_courses", { p_from: "x", p_into: "y" }),
        await client.rpc("rename_subject", { p_from: "x", p_to: "y" }),
        await client.rpc("move_lectures", { p_ids: [1], p_course: "x" }),
      ];
      for (const { error } of refused) expect(error?.code).toBe("42501");
    }
  });
});
