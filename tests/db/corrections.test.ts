import { expect, onTestFinished, test } from "vitest";
import { isLongForm } from "../long-form.ts";
import { clientOf, describeOnDatabase, signUp } from "./apis.ts";
import { callDuring } from "./call-during.ts";
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

  test("is previewed to editors alone: to others it counts nothing", async () => {
    const [from, into] = [course(`Previewed ${api.name}`), course(`Previewed too ${api.name}`)];
    await addLectures(from, 1);
    await addLectures(into, 1);
    const { client, id } = await signUp(api);
    const [lecture] = await rowsOf(from);
    await sql`insert into user_progress (user_id, record_id, completed) values (${id}, ${lecture?.id ?? 0}, true)`;
    const { data } = await client.rpc("merge_preview", { p_from: from, p_into: into });
    expect(data).toEqual({ moved: 0, joined: 0, learners: 0, questions: 0 });
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

  test("merges two courses: learners' rows follow, and files of either name mean the one that is left", async () => {
    const [from, into] = [course(`From ${api.name}`), course(`Into ${api.name}`)];
    const { id: userId, preview, merge, undo } = await editor();
    await addLectures(from, 3);
    await addLectures(into, 1);
    const [before, [kept]] = [await rowsOf(from), await rowsOf(into)];
    for (const { id } of before)
      await sql`insert into user_progress (user_id, record_id, duration) values (${userId}, ${id}, 100)`;
    await sql`insert into user_progress (user_id, record_id) values (${userId}, ${kept?.id ?? 0})`;
    expect(await preview(from, into)).toEqual({ moved: 2, joined: 1, learners: 1, questions: 0 });
    const merged = await merge(from, into);
    expect(await rowsOf(from)).toEqual([]);
    expect((await rowsOf(into)).map(({ id }) => id)).toEqual([kept?.id, before[1]?.id, before[2]?.id]);
    expect(
      await sql`select count(*)::int as count, min(duration) as shortest from user_progress where user_id = ${userId}`,
    ).toEqual([{ count: 3, shortest: 100 }]);
    expect(await sql`select from user_progress where duration is null and user_id = ${userId}`).toHaveLength(
      0,
    );
    expect(await run(csvOf(from, 3))).toMatchObject({ inserted_rows: 0, unchanged_rows: 3 });
    await undo(merged.job);
    expect(await rowsOf(from)).toEqual(before);
    expect(await merge(from, "No such course")).toMatchObject({ outcome: "gone" });
  });

  test("leaves what a learner has, and adds, to pages that are open under the former names", async () => {
    const [name, renamed, into] = ["Open", "Open, renamed", "Open, merged"].map((text) =>
      course(`${text} ${api.name}`),
    ) as [string, string, string];
    const { id: userId, client, editCourse, merge } = await editor();
    await addLectures(name, 2);
    await addLectures(into, 1);
    const [[first, second], [kept]] = [await rowsOf(name), await rowsOf(into)];
    await sql`insert into user_progress (user_id, record_id, completed) values (${userId}, ${second?.id ?? 0}, true)`;
    const completed = async () =>
      ((await client.rpc("course_progress", { p_course_name: name })).data as { completed: number[] })
        .completed;
    const noted = async (asked: string) => {
      const call = { p_course_name: asked, p_offset: 0, p_limit: 10 };
      const { data } = await client.rpc("list_notes", call).throwOnError();
      return data.map((row) => [row.course_name, row.record_id]);
    };
    await editCourse(name, { course_name: renamed });
    expect(await completed()).toEqual([second?.id]);
    await merge(renamed, into);
    expect(await completed()).toEqual([second?.id]);
    const note = {
      ...{ record_id: first?.id, video_id: null, course_name: name, lecture_name: first?.name },
      ...{ at_seconds: 5, until_seconds: null, body: "Taken meanwhile" },
    };
    const call = { p_id: crypto.randomUUID(), p_note: JSON.stringify(note) };
    expect((await client.rpc("save_note", call)).data).toBe("saved");
    for (const asked of [name, renamed, into]) expect(await noted(asked), asked).toEqual([[into, kept?.id]]);
  });

  test("merges what learners did in both courses without calling it activity, and its undo separates it again", async () => {
    const [from, into] = [course(`Learnt from ${api.name}`), course(`Learnt into ${api.name}`)];
    const { id: userId, merge, undo } = await editor();
    await addLectures(from, 4);
    await addLectures(into, 4);
    const ids = (await Promise.all([from, into].map(rowsOf))).map((rows) => rows.map(({ id }) => id));
    const [ofFrom, ofInto] = ids as [number[], number[]];
    const learn = (id: number | undefined, completed: boolean) => sql`
      insert into user_progress (user_id, record_id, completed) values (${userId}, ${id!}, ${completed})`;
    // The first lecture in both courses, the second and the fourth in one, the third in the other.
    await learn(ofFrom[0], true);
    await learn(ofInto[0], false);
    for (const id of [ofFrom[1], ofInto[2], ofFrom[3]]) await learn(id, true);
    await sql`update user_progress set auto_completed = true where record_id = ${ofFrom[0]!}`;
    await sql`
      insert into notes (user_id, id, record_id, video_id, course_name, lecture_name, at_seconds)
      select ${userId}, gen_random_uuid(), id, right(youtube, 11), 'As it was called then', 'And so', 60
      from lectures where id in (${ofFrom[1]!}, ${ofInto[1]!})`;
    const learning = async () => [
      await sql`
        select record_id::int, completed, auto_completed, updated_at, active_week, completed_week
        from user_progress where user_id = ${userId} order by record_id`,
      await sql`select record_id::int from notes where user_id = ${userId} order by 1`,
    ];
    const before = await learning();
    const latest = await sql`select max(updated_at) from user_progress where user_id = ${userId}`;

    const { job } = await merge(from, into);
    expect(
      await sql`select record_id::int, completed from user_progress where user_id = ${userId} order by 1`,
    ).toEqual(ofInto.map((id) => ({ record_id: id, completed: true })));
    expect(await sql`select max(updated_at) from user_progress where user_id = ${userId}`).toEqual(latest);
    // A lecture that has ticked itself once does not do so again.
    expect(await sql`select auto_completed from user_progress where record_id = ${ofInto[0]!}`).toEqual([
      { auto_completed: true },
    ]);
    await undo(job);
    expect(await learning()).toEqual(before);

    // What was done since the merge stays.
    const again = await merge(from, into);
    await sql`update user_progress set completed = false where user_id = ${userId} and record_id = ${ofInto[3]!}`;
    await undo(again.job);
    expect(
      await sql`select completed from user_progress where user_id = ${userId} and record_id in (${ofFrom[3]!}, ${ofInto[3]!}) order by record_id`,
    ).toEqual([{ completed: true }, { completed: false }]);
  });

  test("merges what was seen of one video, and of two that of the current one", async () => {
    const [from, into] = [course(`Seen from ${api.name}`), course(`Seen into ${api.name}`)];
    const { id: userId, merge } = await editor();
    const [ONE, TWO, OLD] = ["video-one-1", "video-two-2", "video-old-3"] as const;
    const withVideos = (...videos: string[]) =>
      Object.fromEntries(
        videos.map((video, index) => [index + 1, { youtube: `https://www.youtube.com/embed/${video}` }]),
      );
    await addLectures(from, 5, withVideos(ONE, ONE, ONE, TWO, ONE));
    await addLectures(into, 5, withVideos(ONE, TWO, TWO, TWO, TWO));
    const ids = (await Promise.all([from, into].map(rowsOf))).map((rows) => rows.map(({ id }) => id));
    const [ofFrom, ofInto] = ids as [number[], number[]];
    const see = (id: number | undefined, video: string | null, seconds: string, position: number) => sql`
      insert into user_progress (user_id, record_id, video_id, watched, last_watched_position, duration, position_at)
      values (${userId}, ${id!}, ${video}, ${seconds}, ${position}, ${video && 100}, ${video && new Date(position)})`;
    // Of the same video in both courses; of two, of which the second is the lecture's; of the first alone; of one that was
    // replaced since in the lecture that stays; and of two that are both not the lecture's any more.
    await see(ofFrom[0], ONE, "{[0,50)}", 49);
    await see(ofInto[0], ONE, "{[40,60)}", 60);
    await see(ofFrom[1], ONE, "{[0,50)}", 50);
    await see(ofInto[1], TWO, "{[50,60)}", 20);
    await see(ofFrom[2], ONE, "{[0,50)}", 50);
    await see(ofInto[2], null, "{}", 0);
    await see(ofFrom[3], TWO, "{[0,20)}", 20);
    await see(ofInto[3], OLD, "{[0,99)}", 99);
    await see(ofFrom[4], ONE, "{[0,50)}", 50);
    await see(ofInto[4], OLD, "{[0,20)}", 20);
    await merge(from, into);
    expect(
      await sql`
        select video_id, watched::text, last_watched_position as position, position_at = to_timestamp(last_watched_position / 1000) as is_of_then
        from user_progress where user_id = ${userId} order by record_id`,
    ).toEqual([
      { video_id: ONE, watched: "{[0,60)}", position: 60, is_of_then: true },
      { video_id: TWO, watched: "{[50,60)}", position: 20, is_of_then: true },
      { video_id: ONE, watched: "{[0,50)}", position: 50, is_of_then: true },
      { video_id: TWO, watched: "{[0,20)}", position: 20, is_of_then: true },
      { video_id: OLD, watched: "{[0,20)}", position: 20, is_of_then: true },
    ]);
  });

  test("that merges courses gives the lectures that stay what comes later for those that are gone", async () => {
    const [from, into, last] = ["from", "into", "last"].map((name) => course(`Late ${name} ${api.name}`)) as [
      string,
      string,
      string,
    ];
    const { id: userId, client, merge } = await editor();
    for (const name of [from, into, last]) await addLectures(name, 2);
    const [gone, alsoGone] = (await rowsOf(from)).map(({ id }) => id) as [number, number];
    await merge(from, into);
    await merge(into, last);
    const [first, second] = (await rowsOf(last)).map(({ id }) => id) as [number, number];
    const beat = { record_id: gone, position: 95, duration: 100, watched: [[0, 95]] };
    const recorded = await client.rpc("record_watching", { p_items: JSON.stringify([beat]) }).throwOnError();
    expect(recorded.data).toMatchObject([{ recordId: first, watched: [[0, 95]], completed: true }]);
    const tick = (recordId: number) => setCompleted(client as never, { userId, recordId, completed: true });
    expect([await tick(alsoGone), await tick(2 ** 40)]).toEqual([true, false]);
    expect(
      await sql`select record_id::int as id, completed from user_progress where user_id = ${userId} order by 1`,
    ).toEqual([
      { id: first, completed: true },
      { id: second, completed: true },
    ]);
  });

  test("that merges courses waits for what learners do at that moment", async () => {
    const [from, into] = [course(`Busy from ${api.name}`), course(`Busy into ${api.name}`)];
    const { id: userId, merge, undo } = await editor();
    await addLectures(from, 2);
    await addLectures(into, 2);
    const [ofFrom, ofInto] = [await rowsOf(from), await rowsOf(into)];
    await sql`insert into user_progress (user_id, record_id) values (${userId}, ${ofFrom[0]!.id})`;
    const mergeDuring = async (work: (tx: typeof sql) => PromiseLike<unknown>) => {
      const { job } = await callDuring(sql, work as never, () => merge(from, into));
      const completed = await sql`
        select record_id::int as id from user_progress where user_id = ${userId} and completed order by 1`;
      await undo(job);
      return completed.map(({ id }) => id);
    };
    expect(
      await mergeDuring((tx) => tx`update user_progress set completed = true where user_id = ${userId}`),
    ).toEqual([ofInto[0]!.id]);
    expect(
      await mergeDuring(
        (tx) =>
          tx`insert into user_progress (user_id, record_id, completed) values (${userId}, ${ofFrom[1]!.id}, true)`,
      ),
    ).toEqual([ofInto[0]!.id, ofInto[1]!.id]);
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

  test("that merges courses is taken back: files of either name mean the lectures that they meant before", async () => {
    const [from, into] = [course(`Told from ${api.name}`), course(`Told into ${api.name}`)];
    const { edit, merge, remove, undo } = await editor();
    const file = csvOf(from, 2, { 1: { keywords: "of the file" } });
    await run(file);
    await addLectures(into, 2, { 2: { lecture_name: "Renamed" } });
    await edit((await rowsOf(from))[1]!.id, { lecture_name: "Renamed" });
    const [ofFrom, ofInto] = [await rowsOf(from), await rowsOf(into)];

    const merged = await merge(from, into);
    // The file still has the first name of the lecture that is gone.
    expect(await run(file)).toMatchObject({ inserted_rows: 0, updated_rows: 0, unchanged_rows: 2 });
    expect(await rowsOf(from)).toEqual([]);
    await undo(merged.job);
    expect(await rowsOf(from)).toEqual(ofFrom);
    expect(await run(file)).toMatchObject({ inserted_rows: 0, updated_rows: 0, unchanged_rows: 2 });

    await remove(ofFrom[0]!.id);
    expect(await run(file)).toMatchObject({ inserted_rows: 1, updated_rows: 0, unchanged_rows: 1 });
    expect(await rowsOf(into)).toEqual(ofInto);
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

  test("that merges courses keeps the cells of the lectures that stay from files of the course that is gone", async () => {
    const [from, into] = [course(`Joined from ${api.name}`), course(`Joined into ${api.name}`)];
    const { merge, editCourse } = await editor();
    const cells = (keywords: string) => ({ 1: { keywords }, 2: { keywords } });
    await addLectures(from, 2, cells("of the one that goes"));
    await addLectures(into, 2, cells("of the one that stays"));
    await merge(from, into);
    const keywords = async () =>
      (await sql`select distinct "Keywords" as keywords from lectures where "Course Name" = ${into}`).map(
        (row) => row.keywords,
      );
    const rowsIn = (file: Uint8Array) => new TextDecoder().decode(file).split("\r\n");
    /** A file of both courses, in either order. */
    const both = (kept: string): [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>] => {
      const ofFrom = rowsIn(csvOf(from, 2, cells("changed in the file")));
      const ofInto = rowsIn(csvOf(into, 2, cells(kept)));
      return [
        [...ofInto, ...ofFrom.slice(1)],
        [...ofFrom, ...ofInto.slice(1)],
      ].map((lines) => new TextEncoder().encode(lines.filter(Boolean).join("\r\n"))) as ReturnType<
        typeof both
      >;
    };
    expect(await run(csvOf(from, 2, cells("changed")))).toMatchObject({ updated_rows: 0, unchanged_rows: 2 });
    expect(await keywords()).toEqual(["of the one that stays"]);
    for (const file of both("new for those that stay")) {
      await run(csvOf(into, 2, cells("of the one that stays")));
      const check = await run(file, { mode: "check" });
      expect(check).toMatchObject({ inserted_rows: 0, updated_rows: 2, unchanged_rows: 2, edited_rows: 0 });
      expect(await run(file)).toMatchObject({ inserted_rows: 0, updated_rows: 2, unchanged_rows: 2 });
      expect(await keywords()).toEqual(["new for those that stay"]);
      expect(await run(file)).toMatchObject({ updated_rows: 0, unchanged_rows: 4 });
    }

    // What became of the course that stays makes no difference.
    const renamed = course(`Joined, renamed ${api.name}`);
    await editCourse(into, { course_name: renamed });
    expect(await run(both("by its former name")[0])).toMatchObject({ updated_rows: 2, unchanged_rows: 2 });
    expect(await run(both("by its former name")[1])).toMatchObject({ updated_rows: 0, unchanged_rows: 4 });
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
