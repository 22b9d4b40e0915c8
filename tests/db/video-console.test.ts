import { beforeEach, expect, test } from "vitest";
import { describeOnEachApi, loadQueries, onDatabase, signUp } from "./apis.ts";
import { insertLectures, lectureRow } from "./lectures.ts";
import { COURSE, embed, first, OTHER, prepareReports, SUBJECT, second } from "./reported-videos.ts";

describeOnEachApi("administrators and videos that were reported", (api, sql) => {
  const { ids, report, play } = prepareReports(api, sql);
  let admin: Awaited<ReturnType<typeof signUp>>;
  beforeEach(async () => {
    admin = await signUp(api);
    await sql`insert into user_roles values (${admin.id}, 'admin')`;
  });
  const listed = async () =>
    (await admin.client.rpc("admin_videos", { p_offset: 0, p_limit: 50 }).throwOnError()).data;
  const review = async (video: string, verdict: "fine" | "hidden") =>
    (await admin.client.rpc("review_video", { p_video: video, p_verdict: verdict }).throwOnError()).data;

  test("see them with their lectures, the surest first, and how many there are", async () => {
    expect(await listed()).toMatchObject([{ total: 0, video_id: null }]);
    await report("ada", 100, { lecture: ids[0]! });
    for (const who of ["ada", "bob", "cleo"]) await report(who, 150, { lecture: ids[1]! });
    await play("emil");
    await report("emil");
    const rows = await listed();
    expect(rows).toMatchObject([
      {
        total: 2,
        video_id: second,
        state: "suspected",
        reason: "not_embeddable",
        reporters: 3,
        lecture_count: 1,
      },
      {
        total: 2,
        video_id: first,
        state: "suspected",
        reason: "gone",
        reporters: 1,
        lecture_count: 2,
        lectures: [
          {
            name: "Lecture 1 of failures",
            course_name: COURSE,
            course_id: `${COURSE} slug`,
            lecture_id: "1",
          },
          { course_name: OTHER },
        ],
      },
    ]);
    expect(rows[1]?.last_played).toBeLessThanOrEqual(rows[1]!.first_bad);
    const [counts] = (await admin.client.rpc("admin_counts").throwOnError()).data;
    expect(counts).toMatchObject({ failing_videos: 2, hidden_lectures: 0 });
  });

  test("say that one works, and earlier reports count for nothing", async () => {
    await report("ada");
    expect(await review(first, "fine")).toBe(true);
    expect(await review(first, "fine")).toBe(false);
    expect(await review("unknown-one", "hidden")).toBe(false);
    expect(await listed()).toMatchObject([{ total: 0 }]);
    await report("bob");
    expect(await listed()).toMatchObject([{ reporters: 1 }]);
  });

  test("give all its lectures another video, with its picture", async () => {
    await report("ada");
    await review(first, "hidden");
    // A hidden one would leave the lectures hidden.
    const byHidden = await admin.client.rpc("replace_video", { p_video: second, p_by: first }).throwOnError();
    expect(byHidden.data).toBeNull();
    const replaced = await admin.client
      .rpc("replace_video", { p_video: first, p_by: "replacement" })
      .throwOnError();
    expect(replaced.data).toBe(2);
    const rows = await sql`
      select youtube, "Image" as image, is_hidden from lectures where id = any(${[ids[0]!, ids[2]!]})`;
    for (const row of rows)
      expect(row).toEqual({
        youtube: embed("replacement"),
        image: "https://i.ytimg.com/vi/replacement/hqdefault.jpg",
        is_hidden: false,
      });
    expect(await listed()).toMatchObject([{ total: 0 }]);
    // As after other corrections, an import keeps these cells, and the correction can be taken back.
    const [job] = await sql`
      select file_name, change_count from import_jobs where mode = 'edit' order by created_at desc limit 1`;
    expect(job).toEqual({ file_name: "Replaced the video of 2 lectures", change_count: 2 });
    const kept = await sql`
      select lecture_id::int as id, field from private.lecture_edits
      where lecture_id = any(${[ids[0]!, ids[2]!]}) and field = 'youtube' order by 1`;
    expect(kept.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(
      (await admin.client.rpc("replace_video", { p_video: second, p_by: "not an id" })).error,
    ).not.toBeNull();
  });

  test("read the lectures that are to be mended, as an import spells them", async () => {
    await report("ada");
    const { data } = await admin.client
      .rpc("admin_failing_lectures", { p_after: ids[0]!, p_limit: 50 })
      .throwOnError();
    expect(data).toMatchObject([
      { id: ids[2], "Course Name": OTHER, youtube: embed(first), "Lecture Number": 1 },
    ]);
  });

  onDatabase(api, () => {
    test("hide its lectures everywhere, keep what learners did, and show them again", async () => {
      const queries = await loadQueries(api);
      const ada = await signUp(api);
      const ticked = [ids[0]!, ids[1]!].map((record_id) => ({ user_id: ada.id, record_id, completed: true }));
      await ada.client
        .from("user_progress")
        .upsert(ticked, { onConflict: "user_id,record_id" })
        .throwOnError();
      const address = { p_course_name: COURSE };
      const shown = async () => {
        const [home, page, other, found, listing] = await Promise.all([
          queries.getHome(),
          queries.getCoursePage(`${COURSE} slug`),
          queries.getCoursePage(`${OTHER} slug`),
          queries.searchCatalogue("of failures"),
          queries.getSubjectPage(SUBJECT, 1),
        ]);
        const sitemap = await sql`select sitemap_lectures(f) as lectures from generate_series(1, 1000) f`;
        const progress = await ada.client.rpc("course_progress", address).throwOnError();
        const learning = await ada.client.rpc("my_learning", { p_offset: 0, p_limit: 9 }).throwOnError();
        const counts = await admin.client.rpc("admin_counts").throwOnError();
        const table = await admin.client
          .rpc("admin_lectures", { p_query: SUBJECT.toLowerCase(), p_offset: 0, p_limit: 50 })
          .throwOnError();
        return {
          lectures: page?.lectures.map(({ lectureId }) => lectureId),
          other: other?.lectures.length ?? 0,
          found: found.reduce((sum, { matchCount }) => sum + matchCount, 0),
          courses: listing?.courseCount ?? 0,
          total: home.lectureCount,
          sitemap: sitemap
            .flatMap(({ lectures }) => lectures ?? [])
            .filter((entry: string) => entry.includes("ailing course slug")).length,
          completed: (progress.data as { completed: number[] }).completed,
          learning: learning.data.map(({ lecture_count, completed_count }) => [
            lecture_count,
            completed_count,
          ]),
          table: table.data.map(({ id }) => id),
          hidden: counts.data[0]?.hidden_lectures,
        };
      };
      const before = await shown();
      expect(before).toMatchObject({
        lectures: ["1", "2"],
        other: 1,
        found: 3,
        courses: 2,
        sitemap: 3,
        hidden: 0,
      });
      await report("ada");
      expect(await review(first, "hidden")).toBe(true);
      expect(await shown()).toEqual({
        lectures: ["2"],
        other: 0,
        found: 1,
        courses: 1,
        total: before.total - 2,
        sitemap: 1,
        completed: [ids[1]],
        learning: [[1, 1]],
        table: [ids[1]],
        hidden: 2,
      });
      expect(await listed()).toMatchObject([
        { state: "hidden", reason: "gone", lectures: [{ course_name: COURSE }, {}] },
      ]);
      // Neither a play nor an import shows the lectures again.
      await play("bob");
      await insertLectures(sql, [
        lectureRow({ course_name: OTHER, lecture_number: 2, lecture_name: "New", youtube: embed(first) }),
      ]);
      expect((await shown()).other).toBe(0);
      await sql`delete from lectures where "Course Name" = ${OTHER} and "Lecture Number" = 2`;
      expect(await review(first, "fine")).toBe(true);
      expect(await shown()).toEqual(before);
    });
  });
});
