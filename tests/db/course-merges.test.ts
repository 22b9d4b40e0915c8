import { expect, test } from "vitest";
import { describeOnDatabase, signUp } from "./apis.ts";
import { callDuring } from "./call-during.ts";
import { csvOf } from "./import-jobs.ts";
import { prepareCorrections } from "./prepare-corrections.ts";

const { setCompleted } = await import("../../lib/progress/queries.server.ts");

describeOnDatabase("a correction", (api, sql) => {
  const { addLectures, course, editor, rowsOf, run } = prepareCorrections(api, sql);

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
});
