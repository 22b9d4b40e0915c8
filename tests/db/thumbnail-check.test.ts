import { beforeEach, expect, test } from "vitest";
import { describeOnEachApi, onDatabase, pointAppAt } from "./apis.ts";
import { first, prepareReports, second } from "./reported-videos.ts";

describeOnEachApi("the check of thumbnails", (api, sql) => {
  const { service, ids, report, health } = prepareReports(api, sql);
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
    const { checkUntilDone, startThumbnailWorker } = await import(
      "../../lib/video-health/thumbnail-worker.server.ts"
    );
    startThumbnailWorker();
    expect((await sql`select worker from private.thumbnail_check`)[0]?.worker).toBeNull();
    const slices: number[] = [];
    await checkUntilDone(one, async (videos) => {
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

  onDatabase(api, () => {
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
  });
});
