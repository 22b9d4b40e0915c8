import { expect, onTestFinished, test } from "vitest";
import { isLongForm } from "../long-form.ts";
import { clientOf, describeOnDatabase, signUp } from "./apis.ts";
import { csvOf } from "./import-jobs.ts";
import { prepareCorrections } from "./prepare-corrections.ts";

const { setCompleted } = await import("../../lib/progress/queries.server.ts");

describeOnDatabase("a correction", (api, sql) => {
  const { addLectures, course, editor, rowsOf, run } = prepareCorrections(api, sql);

  test("of a cell is logged, can be taken back, and is refused where another was faster", async () => {
    const name = course(`Corrected ${api.name}`);
    const { lecture, edit, undo, id: who } = await editor();
    await addLectures(name, 2);
    const id = (await rowsOf(name))[0]?.id ?? 0;
    const { version } = await lecture(id);
    const edited = await edit(id, { keywords: "by hand" }, version);
    expect(edited.outcome).toBe("changed");
    expect(await edit(id, { keywords: "later" }, version)).toMatchObject({ outcome: "conflict" });
    // The answer to the first attempt may have been lost.
    expect(await edit(id, { keywords: "by hand" }, version)).toMatchObject({ outcome: "unchanged" });
    expect(await edit(id, { keywords: "by hand" })).toMatchObject({ outcome: "unchanged" });
    expect(await edit(id, { lecture_number: 2, lecture_name: "Lecture 2" })).toMatchObject({
      outcome: "taken",
    });
    expect(await edit(0, { keywords: "x" }, "0")).toMatchObject({ outcome: "gone" });
    expect((await lecture(id)).edited).toEqual(["Keywords"]);
    const logged = async () =>
      (
        await sql`select event, account_id as who, details from private.audit_log order by id desc limit 1`
      )[0];
    const details = { file: "Edited “Lecture 1”" };
    expect(await logged()).toMatchObject({ event: "catalogue corrected", details });
    const undone = await undo(edited.job);
    expect(undone).toMatchObject({ updated_rows: 1, rejected_rows: 0 });
    expect(await logged()).toMatchObject({ event: "correction undone", who, details });
    expect((await rowsOf(name))[0]).toMatchObject({ keywords: null });
    expect((await lecture(id)).edited).toEqual([]);
    await undo(undone?.id);
    expect(await logged()).toMatchObject({ event: "correction made again", who });
  });

  test("is not undone by an import, of which a check says so; unless the file's cells are asked for", async () => {
    const name = course(`Kept ${api.name}`);
    const { edit, lecture, undo } = await editor();
    const file = csvOf(name, 2, { 1: { keywords: "of the file" } });
    await run(file);
    const id = (await rowsOf(name))[0]?.id ?? 0;
    await edit(id, { keywords: "by hand", lecture_name: "Renamed" });
    // The file still has the former name of the lecture.
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
    // A lecture whose rows are repeated is one lecture.
    const twice = Buffer.concat([file, Buffer.from("\r\n"), file]);
    expect(await run(twice, { mode: "check" })).toMatchObject({ edited_rows: 1, rejected_rows: 1 });
    expect(await run(file)).toMatchObject({
      inserted_rows: 0,
      updated_rows: 0,
      unchanged_rows: 2,
      edited_rows: 1,
    });
    expect(await rowsOf(name)).toMatchObject([
      { name: "Renamed", keywords: "by hand" },
      { name: "Lecture 2" },
    ]);
    const { edited } = await lecture(id);
    const overwriting = await run(file, { overwrites_edits: true });
    expect(overwriting).toMatchObject({ updated_rows: 1, edited_rows: 0 });
    expect(await rowsOf(name)).toMatchObject([
      { name: "Renamed", keywords: "of the file" },
      { name: "Lecture 2" },
    ]);
    // A file renames no lecture.
    expect((await lecture(id)).edited).toEqual(["lecture name"]);
    // Taken back, the import has not taken the protection either.
    const undone = await undo(overwriting?.id);
    expect((await lecture(id)).edited).toEqual(edited);
    expect(await run(file)).toMatchObject({ updated_rows: 0, unchanged_rows: 2 });
    expect(await rowsOf(name)).toMatchObject([{ name: "Renamed", keywords: "by hand" }, {}]);
    await undo(undone?.id);
    expect((await lecture(id)).edited).toEqual(["lecture name"]);
    expect(await rowsOf(name)).toMatchObject([{ name: "Renamed", keywords: "of the file" }, {}]);
  });

  test("is lost to an import only where the file has another value for it, and an undo protects it again", async () => {
    const name = course(`Kept in part ${api.name}`);
    const { edit, lecture, undo } = await editor();
    await addLectures(name, 2);
    const [first, second] = (await rowsOf(name)).map(({ id }) => id) as [number, number];
    await edit(first, { instructor: "by hand", keywords: "by hand", institution: "by hand" });
    await edit(second, { keywords: "of the file" });
    // The file has no column for the instructor, and says the same as was edited of the institution and the second lecture.
    const header = "Course Name,Lecture Number,Lecture Name,YouTube,Institution,Keywords";
    const address = "https://www.youtube.com/embed/abcdefghijk";
    const lines = [1, 2].map((n) => `${name},${n},Lecture ${n},${address},by hand,of the file`);
    const overwriting = await run(new TextEncoder().encode([header, ...lines].join("\n")), {
      overwrites_edits: true,
    });
    expect(overwriting).toMatchObject({ updated_rows: 2 });
    const edited = async () => [(await lecture(first)).edited.sort(), (await lecture(second)).edited];
    expect(await edited()).toEqual([["Insitution", "Instructor"], ["Keywords"]]);
    await undo(overwriting?.id);
    expect(await edited()).toEqual([["Insitution", "Instructor", "Keywords"], ["Keywords"]]);
  });

  test("that merges lectures and a tick of one of them wait for each other in one order", async () => {
    const name = course(`Ticked ${api.name}`);
    const { id: user, client } = await signUp(api);
    await addLectures(name, 1);
    const id = (await rowsOf(name))[0]?.id ?? 0;
    const [ticked] = await sql.begin(async (tx) => {
      await tx`select from lectures where id = ${id} for update`;
      const [backend] = await tx`select pg_backend_pid() as pid`;
      const tick = setCompleted(client as never, { userId: user, recordId: id, completed: true });
      await expect
        .poll(() => sql`select from pg_stat_activity where ${backend?.pid} = any(pg_blocking_pids(pid))`)
        .toHaveLength(1);
      // The merge gives the learner what another lecture had.
      await tx`insert into user_progress (user_id, record_id) values (${user}, ${id})`;
      return [tick];
    });
    await ticked;
    expect(await sql`select completed from user_progress where user_id = ${user}`).toEqual([
      { completed: true },
    ]);
  });

  test("that deletes a lecture takes learners' progress and notes along, and its undo brings all back", async () => {
    const name = course(`Deleted ${api.name}`);
    const { id: userId, client, remove, undo } = await editor();
    await addLectures(name, 2);
    const before = await rowsOf(name);
    const id = before[0]?.id ?? 0;
    await sql`
      insert into user_progress (user_id, record_id, completed, watched) values (${userId}, ${id}, true, '{[0,15)}')`;
    await sql`
      insert into notes (user_id, id, record_id, video_id, course_name, lecture_name, at_seconds)
      select ${userId}, gen_random_uuid(), id, right(youtube, 11), 'As it was called then', 'And so', 60
      from lectures where id = ${id}`;
    const progress = () => sql`
      select completed, watched::text, updated_at, active_week from user_progress where record_id = ${id}`;
    const learned = await progress();
    expect(learned).toMatchObject([{ completed: true, watched: "{[0,15)}" }]);
    const removed = await remove(id);
    expect(await sql`select record_id from notes where user_id = ${userId}`).toEqual([{ record_id: null }]);
    expect(await rowsOf(name)).toHaveLength(1);
    await undo(removed.job);
    expect(await rowsOf(name)).toEqual(before);
    // Being back is no activity of the learner.
    expect(await progress()).toEqual(learned);
    expect(await sql`select record_id::int from notes where user_id = ${userId}`).toEqual([
      { record_id: id },
    ]);
    expect(await remove(0)).toMatchObject({ outcome: "gone" });

    // What a learner has forgotten meanwhile does not come back with the lectures.
    const watched = (n: number) => sql`
      insert into user_progress (user_id, record_id, completed, watched, last_watched_position, duration, position_at)
      values (${userId}, ${before[n]?.id ?? 0}, ${n === 0}, '{[0,15)}', 15, 60, now())
      on conflict (user_id, record_id) do update set last_watched_position = 15, position_at = now()`;
    for (const n of [0, 1]) await watched(n);
    const all = await remove(...before.map((row) => row.id));
    await client.rpc("forget_watching").throwOnError();
    await undo(all.job);
    expect(
      await sql`
        select record_id::int, completed, watched::text, last_watched_position::int as position
        from user_progress where user_id = ${userId}`,
    ).toEqual([{ record_id: id, completed: true, watched: "{}", position: 0 }]);
  });

  test("that deletes lectures is taken back with what protects them from imports", async () => {
    const name = course(`Protected ${api.name}`);
    const { edit, remove, undo } = await editor();
    const file = csvOf(name, 2, { 1: { keywords: "of the file" } });
    await run(file);
    const [first, second] = (await rowsOf(name)).map(({ id }) => id) as [number, number];
    await edit(first, { keywords: "by hand" });
    await edit(second, { lecture_name: "Renamed" });
    const corrected = await rowsOf(name);
    const removed = await remove(first, second);
    const undone = await undo(removed.job);
    expect(await run(file)).toMatchObject({ inserted_rows: 0, updated_rows: 0, unchanged_rows: 2 });
    expect(await rowsOf(name)).toEqual(corrected);

    const again = await undo(undone?.id);
    expect(await rowsOf(name)).toEqual([]);
    await undo(again?.id);
    expect(await run(file)).toMatchObject({ inserted_rows: 0, updated_rows: 0, unchanged_rows: 2 });
    expect(await rowsOf(name)).toEqual(corrected);
  });

  test("that deletes lectures gives learners what they had to those that a file has brought in their place", async () => {
    const name = course(`Deleted and imported ${api.name}`);
    const { id: userId, remove, undo } = await editor();
    const other = await signUp(api);
    const file = csvOf(name, 3);
    await run(file);
    const old = (await rowsOf(name)).map(({ id }) => id) as [number, number, number];
    await sql`
      insert into user_progress (user_id, record_id, completed, watched, duration)
      values (${userId}, ${old[0]}, true, '{[0,90)}', 100), (${other.id}, ${old[0]}, true, '{}', null),
        (${other.id}, ${old[1]}, true, '{}', null)`;
    await sql`
      insert into notes (user_id, id, record_id, course_name, lecture_name, at_seconds)
      values (${userId}, ${userId}, ${old[1]}, ${name}, 'Lecture 2', 1)`;
    const removed = await remove(...old);
    const imported = await run(file);
    const [first, second, third] = (await rowsOf(name)).map(({ id }) => id) as [number, number, number];
    // This learner has begun again, and what was seen since counts.
    await sql`insert into user_progress (user_id, record_id, watched) values (${other.id}, ${first}, '{[0,5)}')`;

    expect(await undo(removed.job)).toMatchObject({ inserted_rows: 0, rejected_rows: 3 });
    expect(
      await sql`
        select user_id, record_id::int as id, completed, watched::text from user_progress
        where record_id in (${first}, ${second}, ${third}) order by user_id = ${userId} desc, record_id`,
    ).toEqual([
      { user_id: userId, id: first, completed: true, watched: "{[0,90)}" },
      { user_id: other.id, id: first, completed: true, watched: "{[0,5)}" },
      { user_id: other.id, id: second, completed: true, watched: "{}" },
    ]);
    expect(await sql`select record_id::int as id from notes where user_id = ${userId}`).toEqual([
      { id: second },
    ]);

    // A tick that is taken back since does not come back by another undo; what no learner has begun does.
    await sql`update user_progress set completed = false where user_id = ${other.id}`;
    expect(await undo(imported?.id)).toMatchObject({ removed_rows: 1, rejected_rows: 2 });
    expect(await undo(removed.job)).toMatchObject({ inserted_rows: 1, rejected_rows: 2 });
    expect((await rowsOf(name)).map(({ id }) => id)).toEqual([first, second, old[2]]);
    expect(await sql`select from user_progress where user_id = ${other.id} and completed`).toEqual([]);
  });

  test("that is taken back, and then made again by taking that back, protects its lectures from files as before", async () => {
    const [from, into] = [course(`Again from ${api.name}`), course(`Again into ${api.name}`)];
    const [old, renamed] = [course(`Again old ${api.name}`), course(`Again new ${api.name}`)];
    const { edit, editCourse, merge, undo } = await editor();
    const files = [from, into, old].map((name) => csvOf(name, 2, { 2: { keywords: "of the file" } }));
    for (const file of files) await run(file);
    const [, edited] = await rowsOf(into);
    const jobs = [
      await edit(edited!.id, { keywords: "of the editor" }),
      await editCourse(old, { course_name: renamed }),
      await merge(from, into),
    ];
    const unchanged = { inserted_rows: 0, updated_rows: 0, unchanged_rows: 2 };
    const isProtected = async () => {
      for (const file of files) expect(await run(file)).toMatchObject(unchanged);
      expect(await rowsOf(into)).toMatchObject([{}, { id: edited?.id, keywords: "of the editor" }]);
    };
    await isProtected();
    for (let times = 0; times < (isLongForm ? 2 : 1); times++) {
      const undone = [];
      for (const { job } of jobs.toReversed()) undone.push((await undo(job))!.id as string);
      for (const name of [from, into, old])
        expect(await rowsOf(name)).toMatchObject([{}, { keywords: "of the file" }]);
      for (const [index, job] of undone.toReversed().entries()) jobs[index]!.job = (await undo(job))!.id;
      await isProtected();
    }
  });

  test("that is taken back gives a former name back to the lecture from which it took it", async () => {
    const name = course(`Names that go round ${api.name}`);
    const { edit, undo } = await editor();
    const file = csvOf(name, 2);
    await run(file);
    const [first, second] = (await rowsOf(name)).map(({ id }) => id) as [number, number];
    const rename = (id: number, lecture_number: number, lecture_name: string) =>
      edit(id, { lecture_number, lecture_name });
    await rename(first, 1, "One");
    const jobs = [await rename(second, 1, "Lecture 1"), await rename(second, 2, "Two")];
    const meant = async () => {
      const result = await run(csvOf(name, 1, { 1: { keywords: "of the file" } }));
      expect(result).toMatchObject({ inserted_rows: 0, updated_rows: 1 });
      const rows = await rowsOf(name);
      await undo(result?.id);
      return rows.filter(({ keywords }) => keywords === "of the file").map(({ id }) => id);
    };
    expect(await meant()).toEqual([second]);
    const undone = [await undo(jobs[1]?.job), await undo(jobs[0]?.job)];
    expect(await meant()).toEqual([first]);
    for (const job of undone.toReversed()) await undo(job?.id);
    expect(await meant()).toEqual([second]);
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
