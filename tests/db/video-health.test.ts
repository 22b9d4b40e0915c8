import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clientOf, describeOnEachApi, loadQueries, pointAppAt, signUp } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";

const COURSE = "Failing course";
const OTHER = "Other failing course";
const SUBJECT = "Failures";
const [first, second] = ["failing-one", "failing-two"];
const embed = (id: string) => `https://www.youtube.com/embed/${id}`;
const reporter = (name: string) => name.padEnd(64, ".");

describeOnEachApi("videos that were reported", (api, sql) => {
  const service = clientOf(api, "secretKey");
  let ids: number[];

  beforeEach(async () => {
    const lecture = (course_name: string, lecture_number: number, video: string) =>
      lectureRow({
        course_name,
        subject: SUBJECT,
        seo_slug: `${course_name} slug`,
        lecture_number,
        lecture_name: `Lecture ${lecture_number} of failures`,
        youtube: embed(video),
        image: `https://i.ytimg.com/vi/${video}/hqdefault.jpg`,
      });
    await insertLectures(sql, [
      lecture(COURSE, 1, first),
      lecture(COURSE, 2, second),
      lecture(OTHER, 1, first),
    ]);
    ids = (await sql`select id from lectures where "Course Name" = any(${[COURSE, OTHER]}) order by id`).map(
      ({ id }) => Number(id),
    );
  });
  afterEach(async () => {
    await removeCourse(sql, COURSE, OTHER);
    await sql`delete from private.video_reports`;
    await sql`delete from private.video_health`;
    await sql`delete from video_lengths`;
  });

  const report = async (who: string, code = 100, { lecture = ids[0]!, duration = 3000 } = {}) =>
    (
      await service
        .rpc("report_video", {
          p_record_id: lecture,
          p_reporter: reporter(who),
          p_code: code,
          ...(code === 0 && { p_duration: duration }),
        })
        .throwOnError()
    ).data;
  const play = (who: string, duration?: number) => report(who, 0, { duration });
  const daysPass = async (days: number) => {
    await sql`update private.video_reports set day = day - ${days}::int, reported_at = reported_at - make_interval(days => ${days})`;
    await sql`
      update private.video_health set last_bad = last_bad - make_interval(days => ${days}),
        last_played = last_played - make_interval(days => ${days}), reviewed_at = reviewed_at - make_interval(days => ${days})`;
    await sql`update video_lengths set expires_at = expires_at - make_interval(days => ${days})`;
  };
  const health = async (video = first) =>
    (await sql`select state, reason, reporters from private.video_health where video_id = ${video}`)[0];
  const lengths = async () =>
    (await sql`select video_id, seconds from video_lengths`).map((row) => [row.video_id, row.seconds]);
  const administrator = async () => {
    const account = await signUp(api);
    await sql`insert into user_roles values (${account.id}, 'admin')`;
    return account;
  };

  test("are suspected from the first reporter on, and gone with three on two days", async () => {
    await report("ada");
    await report("ada", 100, { lecture: ids[2]! });
    expect(await health()).toMatchObject({ state: "suspected", reporters: 1 });
    await report("bob");
    await report("cleo");
    expect(await health()).toMatchObject({ state: "suspected", reporters: 3 });
    await daysPass(1);
    await report("ada", 2);
    expect(await health()).toMatchObject({ state: "gone", reason: "gone", reporters: 3 });
  });

  test("are what most reporters say", async () => {
    await report("ada", 150);
    await report("bob", 101);
    await daysPass(1);
    await report("cleo", 100);
    expect(await health()).toMatchObject({ state: "not_embeddable", reason: "not_embeddable", reporters: 3 });
  });

  test("are fine again with one play, and reports from before count for nothing", async () => {
    for (const who of ["ada", "bob"]) await report(who);
    await daysPass(1);
    await report("cleo");
    await play("dora");
    expect(await health()).toMatchObject({ state: "fine", reporters: 0 });
    await report("cleo");
    expect(await health()).toMatchObject({ state: "suspected", reporters: 1 });
  });

  test("are taken from the lecture, and a reporter tells of 20 videos a day", async () => {
    expect(await report("ada", 100, { lecture: 1e9 })).toBe(false);
    for (let number = 0; number < 20; number++)
      await sql`
        insert into private.video_reports (video_id, code, reporter)
        values (${`other-${number}`.padEnd(11, "-")}, 100, ${reporter("ada")})`;
    expect(await report("ada")).toBe(false);
    expect(await health()).toBeUndefined();
    expect(await report("bob")).toBe(true);
    await daysPass(1);
    expect(await report("ada")).toBe(true);
  });

  test("are told of by two at the same time, and both count", async () => {
    await report("ada");
    const tell = (on: typeof sql, who: string) => on`select report_video(${ids[0]!}, ${reporter(who)}, 100)`;
    const [waits] = await sql.begin(async (tx) => {
      await tell(tx as unknown as typeof sql, "bob");
      const other = tell(sql, "cleo").execute();
      await expect
        .poll(
          () => sql`select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'report_video'`,
        )
        .toHaveLength(1);
      return [other];
    });
    await waits;
    expect(await health()).toMatchObject({ reporters: 3 });
  });

  test("are forgotten after 30 days, except what was sure", async () => {
    await report("ada");
    for (const who of ["ada", "bob"]) await report(who, 100, { lecture: ids[1]! });
    await daysPass(1);
    await report("cleo", 100, { lecture: ids[1]! });
    await daysPass(31);
    await service.rpc("tidy_videos", { p_limit: 1000 }).throwOnError();
    expect(await sql`select from private.video_reports`).toHaveLength(0);
    expect(await health()).toMatchObject({ state: "fine", reporters: 0 });
    expect(await health(second)).toMatchObject({ state: "gone", reporters: 3 });
  });

  describe("lengths", () => {
    test("are facts once two reporters agree within a second, and not with one who tells twice", async () => {
      await play("ada", 3000.4);
      await daysPass(1);
      await play("ada", 3000.4);
      await play("bob", 2000);
      expect(await lengths()).toEqual([]);
      await play("cleo", 3001);
      expect(await lengths()).toEqual([[first, 3001]]);
      await play("dora", 2000);
      await play("emil", 2000);
      expect(await lengths()).toEqual([[first, 2000]]);
    });

    test("last for 30 days after the last report that agrees", async () => {
      await play("ada", 3000);
      await play("bob", 3000);
      await daysPass(20);
      await play("cleo", 3000.6);
      await daysPass(20);
      await service.rpc("tidy_videos", { p_limit: 1000 }).throwOnError();
      expect(await lengths()).toEqual([[first, 3000]]);
      await daysPass(11);
      await service.rpc("tidy_videos", { p_limit: 1000 }).throwOnError();
      expect(await lengths()).toEqual([]);
    });

    test("come with the course, and have its pages made anew once an hour at most", async () => {
      const { getCoursePage } = await loadQueries(api);
      const version = async () =>
        Number((await sql`select version from cache_tags where tag = 'lengths'`)[0]?.version ?? 0);
      await sql`update private.length_news set has_news = false, told_at = '-infinity'`;
      const before = await version();
      await play("ada", 3000);
      expect(await version()).toBe(before);
      await play("bob", 3000);
      expect(await version()).toBe(before + 1);
      expect((await getCoursePage(`${COURSE} slug`))?.lectures.map(({ seconds }) => seconds)).toEqual([
        3000,
        null,
      ]);
      for (const who of ["ada", "bob"]) await report(who, 0, { lecture: ids[1]! });
      expect(await version()).toBe(before + 1);
      await sql`update private.length_news set told_at = told_at - interval '61 minutes'`;
      await service.rpc("tidy_videos", { p_limit: 1 }).throwOnError();
      expect(await version()).toBe(before + 2);
      await service.rpc("tidy_videos", { p_limit: 1 }).throwOnError();
      expect(await version()).toBe(before + 2);
      await sql`update video_lengths set expires_at = now() - interval '1 second'`;
      expect((await getCoursePage(OTHER))?.lectures[0]?.seconds).toBeNull();
    });
  });

  describe("administrators", () => {
    let admin: Awaited<ReturnType<typeof signUp>>;
    beforeEach(async () => {
      admin = await administrator();
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
      // Neither a play nor an import brings them back.
      await play("bob");
      await insertLectures(sql, [
        lectureRow({ course_name: OTHER, lecture_number: 2, lecture_name: "New", youtube: embed(first) }),
      ]);
      expect((await shown()).other).toBe(0);
      await sql`delete from lectures where "Course Name" = ${OTHER} and "Lecture Number" = 2`;
      expect(await review(first, "fine")).toBe(true);
      expect(await shown()).toEqual(before);
    });

    test("give all its lectures another video, with its picture", async () => {
      await report("ada");
      await review(first, "hidden");
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
        { id: ids[2], course_name: OTHER, youtube: embed(first), lecture_number: 1 },
      ]);
    });
  });

  describe("the check of thumbnails", () => {
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    beforeEach(async () => {
      await sql`
        update private.thumbnail_check set worker = null, lease_until = null, rests_until = '-infinity',
          round_began_at = '-infinity', steps = 0, step = 0`;
    });
    const claim = async (worker: string, videos = 5000) =>
      (await service.rpc("claim_thumbnail_check", { p_worker: worker, p_videos: videos }).throwOnError())
        .data[0];
    const record = async (worker: string, step: number, missing: string[], found: string[]) =>
      (
        await service
          .rpc("record_thumbnail_check", {
            p_worker: worker,
            p_step: step,
            p_missing: JSON.stringify(missing),
            p_found: JSON.stringify(found),
          })
          .throwOnError()
      ).data;

    test("comes to every video once, on one server, and then rests for a week", async () => {
      const seen = new Set<string>();
      for (;;) {
        const slice = await claim(one);
        if (!slice) break;
        expect(await claim(two)).toBeUndefined();
        expect(await record(two, slice.step, [], [])).toBe(false);
        for (const video of slice.videos) seen.add(video);
        expect(await record(one, slice.step, [], [])).toBe(true);
      }
      const videos =
        await sql`select distinct right(youtube, 11) as id from lectures where youtube is not null`;
      expect(seen).toEqual(new Set(videos.map(({ id }) => id)));
      await sql`update private.thumbnail_check set round_began_at = round_began_at - interval '7 days', lease_until = null`;
      expect(await claim(two)).toBeDefined();
    });

    test("goes on where a server has died, and has none while it rests", async () => {
      const slice = await claim(one);
      await sql`update private.thumbnail_check set lease_until = clock_timestamp()`;
      expect(await claim(two)).toEqual(slice);
      expect(await record(one, slice!.step, [first], [])).toBe(false);
      await service.rpc("rest_thumbnail_check", { p_worker: two, p_seconds: 3600 }).throwOnError();
      expect(await claim(one)).toBeUndefined();
      expect(await health()).toBeUndefined();
    });

    test("asks nobody unless it is wanted, and then keeps what it found slice by slice", async () => {
      pointAppAt(api);
      const { checkWhileThereIsWork, startThumbnailWorker } = await import(
        "../../lib/video-health/thumbnail-worker.server.ts"
      );
      startThumbnailWorker();
      expect((await sql`select worker from private.thumbnail_check`)[0]?.worker).toBeNull();
      const slices: number[] = [];
      await checkWhileThereIsWork(one, async (videos) => {
        slices.push(videos.length);
        return slices.length > 2 ? null : { missing: videos.slice(0, 1), found: videos.slice(1) };
      });
      expect(slices).toHaveLength(3);
      expect(await sql`select from private.video_health where state = 'suspected'`).toHaveLength(2);
      const [state] = await sql`
        select worker, step > 0 as has_begun, rests_until > now() + interval '23 hours' as rests from private.thumbnail_check`;
      expect(state).toEqual({ worker: null, has_begun: true, rests: true });
      expect(await claim(two)).toBeUndefined();
    });

    test("is one reporter, who takes it back where the picture is there again", async () => {
      const slice = await claim(one);
      await record(one, slice!.step, [first, second], []);
      expect(await health()).toMatchObject({ state: "suspected", reason: "gone", reporters: 1 });
      await report("ada", 100, { lecture: ids[1]! });
      await record(one, slice!.step, [], [first, second]);
      expect(await health()).toMatchObject({ state: "fine", reporters: 0 });
      expect(await health(second)).toMatchObject({ state: "suspected", reporters: 1 });
    });
  });
});
