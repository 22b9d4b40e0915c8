import { describe, expect, test } from "vitest";
import { describeOnEachApi, loadQueries, onDatabase } from "./apis.ts";
import { COURSE, first, OTHER, prepareReports, reporter, second } from "./reported-videos.ts";

describeOnEachApi("videos that were reported", (api, sql) => {
  const { service, ids, report, play, daysPass, health } = prepareReports(api, sql);
  const lengths = async () =>
    (await sql`select video_id, seconds from video_lengths`).map((row) => [row.video_id, row.seconds]);

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

  describe("lengths", () => {
    test("are facts once two networks agree within a second, and not with one that tells twice", async () => {
      await play("ada", 3000.4);
      await daysPass(1);
      await play("ada", 3000.4);
      await play("bob", 2000);
      expect(await lengths()).toEqual([]);
      // An account beside the visitor of the same network is no second one.
      await report("ada's account", 0, { duration: 3000.4, network: "ada" });
      expect(await lengths()).toEqual([]);
      await play("cleo", 3001);
      expect(await lengths()).toEqual([[first, 3001]]);
      await play("dora", 2000);
      expect(await lengths()).toEqual([[first, 3001]]);
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

  onDatabase(api, () => {
    test("are what most reporters say", async () => {
      await report("ada", 150);
      await report("bob", 101);
      await daysPass(1);
      await report("cleo", 100);
      expect(await health()).toMatchObject({
        state: "not_embeddable",
        reason: "not_embeddable",
        reporters: 3,
      });
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
      const tell = (on: typeof sql, who: string) =>
        on`select report_video(${ids[0]!}, ${reporter(who)}, 100)`;
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
  });
});
