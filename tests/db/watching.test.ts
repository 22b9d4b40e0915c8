import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { limitPieces, unionOf } from "../../lib/watching/seconds.ts";
import { isLongForm } from "../long-form.ts";
import { clientOf, describeOnEachApi, onDatabase, signUp, variationsOn } from "./apis.ts";
import { deleteDuring } from "./call-during.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";

type Item = {
  record_id: number;
  position: number;
  duration: number;
  watched: [number, number][];
  at?: string;
  video_id?: string;
};

type KnownPlace = { recordId: number; position: number; watched: [number, number][]; at: number };

const COURSES = ["Watched one", "Watched two"];

describeOnEachApi("what was seen", (api, sql) => {
  let ada: Awaited<ReturnType<typeof signUp>>;
  /** The lectures of each course, in order. */
  let lectures: [number[], number[]];

  beforeAll(async () => {
    const rows = COURSES.flatMap((course_name, course) =>
      [1, 2, 3].map((n) => {
        const youtube = `https://www.youtube.com/embed/${course}-lecture-${n}`;
        return lectureRow({ course_name, lecture_number: n, lecture_name: `Lecture ${n}`, youtube });
      }),
    );
    await insertLectures(sql, rows);
    const idsOf = async (name: string) =>
      (await sql`select id from lectures where "Course Name" = ${name} order by "Lecture Number"`).map(
        ({ id }) => Number(id),
      );
    lectures = [await idsOf(COURSES[0]!), await idsOf(COURSES[1]!)];
  });
  beforeEach(async () => {
    ada = await signUp(api);
  });
  afterAll(() => removeCourse(sql, ...COURSES));

  const record = async (client: typeof ada.client, ...items: Item[]) =>
    (await client.rpc("record_watching", { p_items: JSON.stringify(items) }).throwOnError()).data;
  const seen = (watched: [number, number][], more: Partial<Item> = {}): Item => ({
    record_id: lectures[0][0]!,
    position: watched.at(-1)?.[1] ?? 0,
    duration: 100,
    watched,
    ...more,
  });
  const kept = async ({ id }: { id: string }) => {
    const rows = await sql`
      select record_id, completed, auto_completed, watched::text, duration, last_watched_position, position_at
      from user_progress where user_id = ${id} order by record_id`;
    return rows.map((row) => ({ ...row }));
  };
  const progress = async (name: string) =>
    (await ada.client.rpc("course_progress", { p_course_name: name }).throwOnError()).data as {
      completed: number[];
      watching: KnownPlace[];
      elsewhere: KnownPlace[];
    };
  const next = async () =>
    (await ada.client.rpc("continue_watching", { p_limit: 12 }).throwOnError()).data.map(
      ({ course_name, lecture_name, nth, lecture_id }) => [course_name, lecture_name, nth, lecture_id],
    );
  const tick = (record_id: number, completed: boolean) =>
    ada.client
      .from("user_progress")
      .upsert({ user_id: ada.id, record_id, completed }, { onConflict: "user_id,record_id" })
      .throwOnError();

  test("is given back with the course, and by what records it", async () => {
    const at = "2026-01-01T00:00:00Z";
    const answer = await record(
      ada.client,
      seen(
        [
          [0, 15],
          [40, 50],
        ],
        { position: 49.5, at },
      ),
    );
    const place = {
      recordId: lectures[0][0],
      position: 49.5,
      duration: 100,
      watched: [
        [0, 15],
        [40, 50],
      ],
      at: Date.parse(at),
      completed: false,
    };
    expect(answer).toEqual([place]);
    expect(await progress(COURSES[0]!)).toEqual({ completed: [], watching: [place], elsewhere: [] });
    expect(await progress(COURSES[1]!)).toEqual({ completed: [], watching: [], elsewhere: [] });
  });

  test("is an account's own, and written by nothing but the functions", async () => {
    await record(ada.client, seen([[0, 20]]));
    const bob = await signUp(api);
    expect((await bob.client.rpc("course_progress", { p_course_name: COURSES[0]! })).data).toMatchObject({
      watching: [],
    });
    await record(bob.client, seen([[50, 60]]));
    expect((await progress(COURSES[0]!)).watching[0]?.watched).toEqual([[0, 20]]);
    expect((await clientOf(api).rpc("record_watching", { p_items: "[]" })).error).not.toBeNull();
    const direct = await ada.client
      .from("user_progress")
      .update({ watched: "{[0,100)}" })
      .eq("user_id", ada.id);
    expect(direct.error).not.toBeNull();
    await sql`delete from auth.sessions where user_id = ${bob.id}`;
    const { error } = await bob.client.rpc("record_watching", { p_items: JSON.stringify([seen([[0, 1]])]) });
    expect(error?.code).toBe("42501");
    await bob.client.rpc("forget_watching");
    expect(await kept(bob)).toHaveLength(1);
  });

  test("leads to where to go on: the lecture of the moment, or the one after it, until the course is finished", async () => {
    const [first, second] = lectures;
    expect(await next()).toEqual([]);
    await record(ada.client, seen([[0, 20]], { record_id: first[1]! }));
    await record(ada.client, seen([[0, 20]], { record_id: second[0]! }));
    expect(await next()).toEqual([
      [COURSES[1], "Lecture 1", 1, "1"],
      [COURSES[0], "Lecture 2", 2, "2"],
    ]);
    await record(ada.client, seen([[0, 95]], { record_id: first[1]! }));
    expect((await next())[0]).toEqual([COURSES[0], "Lecture 3", 3, "3"]);
    await tick(first[2]!, true);
    expect((await next())[0]).toEqual([COURSES[0], "Lecture 1", 1, "1"]);
    await tick(first[0]!, true);
    expect(await next()).toEqual([[COURSES[1], "Lecture 1", 1, "1"]]);
  });

  test("is put aside until it goes on, and stays in My Learning after its only tick is taken back", async () => {
    const [lecture] = lectures[0];
    await tick(lecture!, true);
    expect(await next()).toHaveLength(1);
    await ada.client.rpc("dismiss_course", { p_course_name: COURSES[0]! }).throwOnError();
    expect(await next()).toEqual([]);
    await record(ada.client, seen([[0, 5]], { record_id: lectures[0][1]! }));
    expect(await next()).toHaveLength(1);
    await ada.client.rpc("forget_watching").throwOnError();
    expect(await progress(COURSES[0]!)).toEqual({ completed: [lecture], watching: [], elsewhere: [] });
    const learning = async () =>
      (await ada.client.rpc("my_learning", { p_offset: 0, p_limit: 10 }).throwOnError()).data.length;
    expect(await learning()).toBe(1);
    await tick(lecture!, false);
    expect(await learning()).toBe(1);
    expect(await progress(COURSES[0]!)).toEqual({ completed: [], watching: [], elsewhere: [] });
    expect(await next()).toEqual([]);
  });

  onDatabase(api, () => {
    test("comes to the same in any order and as often as it is sent", async () => {
      const random = createRandom(16);
      const rounds = Array.from({ length: isLongForm ? 10 : 5 });
      for (const _ of variationsOn(api, rounds)) {
        const items = Array.from({ length: random.between(1, 12) }, (): Item => {
          const from = random.between(0, 95);
          const to = random.between(from + 1, 100);
          return seen([[from, to]], {
            record_id: random.pick(lectures[0]),
            at: new Date(Date.UTC(2026, 0, 1, 0, 0, random.between(0, 20))).toISOString(),
          });
        });
        const [one, other] = [await signUp(api), await signUp(api)];
        for (const item of items) await record(one.client, item);
        const shuffled = [...items, random.pick(items), random.pick(items)].sort(() => random.next() - 0.5);
        const cut = random.between(0, shuffled.length);
        await Promise.all([
          record(other.client, ...shuffled.slice(0, cut)),
          record(other.client, ...shuffled.slice(cut)),
        ]);
        expect(await kept(other)).toEqual(await kept(one));
      }
    });

    describe("completes a lecture", () => {
      test.each<[string, [number, number][], boolean]>([
        ["with nine tenths of it", [[5, 95]], true],
        ["not with less", [[5, 94]], false],
        [
          "at its end with eight tenths",
          [
            [0, 40],
            [60, 100],
          ],
          true,
        ],
        [
          "not at its end with less",
          [
            [0, 39],
            [60, 100],
          ],
          false,
        ],
        [
          "not by a jump to the end",
          [
            [0, 15],
            [98, 100],
          ],
          false,
        ],
      ])("%s", async (_how, watched, isCompleted) => {
        await record(ada.client, seen(watched));
        expect((await progress(COURSES[0]!)).completed).toEqual(isCompleted ? [lectures[0][0]] : []);
      });

      test("once: a tick that was taken back stays back", async () => {
        await record(ada.client, seen([[0, 95]]));
        await tick(lectures[0][0]!, false);
        await record(ada.client, seen([[0, 100]]));
        expect((await progress(COURSES[0]!)).completed).toEqual([]);
        await tick(lectures[0][0]!, true);
        await record(ada.client, seen([[0, 3]]));
        expect((await progress(COURSES[0]!)).completed).toEqual([lectures[0][0]]);
      });
    });

    test("is bounded: by the video, by the present, and in its pieces", async () => {
      const future = new Date(Date.now() + 3_600_000).toISOString();
      await record(
        ada.client,
        seen(
          [
            [90, 130],
            [7, 7],
            [9, 3],
          ],
          { position: 100, at: future },
        ),
      );
      const [place] = (await progress(COURSES[0]!)).watching;
      expect(place?.watched).toEqual([[90, 100]]);
      expect(place?.at).toBeLessThanOrEqual(Date.now() + 1000);
      const pieces = Array.from({ length: 200 }, (_, n): [number, number] => [n * 20, n * 20 + (n % 7)]);
      await record(ada.client, seen(pieces, { record_id: lectures[0][1]!, duration: 5000, position: 1 }));
      const second = (await progress(COURSES[0]!)).watching[1];
      expect(second?.watched.length).toBeLessThanOrEqual(100);
      expect(second?.watched).toEqual(limitPieces(unionOf([], pieces)));
      for (const [from, to] of pieces.filter(([from, to]) => from < to))
        expect(second?.watched.some(([a, b]) => a <= from && to <= b)).toBe(true);
    });

    test("is left out where it is nonsense, or of a lecture that is gone", async () => {
      const wrong: Partial<Item>[] = [
        { record_id: 1e15 },
        { duration: 0 },
        { duration: -5 },
        { duration: 1e9 },
        { position: -1 },
        { position: 500 },
      ];
      expect(await record(ada.client, ...wrong.map((part) => seen([[0, 15]], part)))).toEqual([]);
      expect(await kept(ada)).toEqual([]);
    });

    test("is left out if its lecture is deleted at that moment", async () => {
      await insertLectures(sql, [
        lectureRow({ course_name: COURSES[0], lecture_number: 9, lecture_name: "Lecture 9" }),
      ]);
      const [lecture] =
        await sql`select id from lectures where "lecture name" = 'Lecture 9' and "Course Name" = ${COURSES[0]!}`;
      const record_id = Number(lecture?.id);
      const places = await deleteDuring(sql, record_id, () =>
        record(ada.client, seen([[0, 5]]), seen([[0, 5]], { record_id })),
      );
      expect(places).toMatchObject([{ recordId: lectures[0][0] }]);
    });

    test("stays put aside when everything watched is forgotten", async () => {
      await record(ada.client, seen([[0, 95]], { record_id: lectures[0][0]! }));
      await ada.client.rpc("dismiss_course", { p_course_name: COURSES[0]! }).throwOnError();
      await ada.client.rpc("forget_watching").throwOnError();
      expect((await progress(COURSES[0]!)).completed).toEqual([lectures[0][0]]);
      expect(await next()).toEqual([]);
    });

    test("of a video counts in each lecture that has it, once something is watched there", async () => {
      const [[one, two], [other]] = lectures as [[number, number], [number]];
      const address = "https://www.youtube.com/embed/";
      await sql`update lectures set youtube = ${`${address}same--video`} where id in ${sql([one, two, other])}`;
      onTestFinished(async () => {
        await sql`update lectures set youtube = null where id in ${sql([one, two, other])}`;
      });
      const [early, late] = ["2026-01-01T10:00:00.000Z", "2026-01-01T11:00:00.000Z"];
      await record(ada.client, seen([[0, 50]], { record_id: one, at: early }));
      await record((await signUp(api)).client, seen([[50, 90]], { record_id: one }));
      const place = { position: 50, watched: [[0, 50]], at: Date.parse(early), completed: false };
      expect(await progress(COURSES[1]!)).toMatchObject({
        watching: [],
        elsewhere: [{ recordId: other, ...place }],
      });
      expect(await progress(COURSES[0]!)).toMatchObject({
        watching: [{ recordId: one, ...place }],
        elsewhere: [{ recordId: two, ...place }],
      });
      expect(await record(ada.client, seen([[60, 80]], { record_id: other, at: late }))).toMatchObject([
        {
          recordId: other,
          position: 80,
          watched: [
            [0, 50],
            [60, 80],
          ],
          completed: false,
        },
      ]);
      // The latest place is the one that is offered.
      expect((await progress(COURSES[0]!)).elsewhere).toMatchObject([
        { recordId: one, position: 80 },
        { recordId: two, position: 80 },
      ]);
      await sql`update lectures set is_hidden = true where id = ${two}`;
      expect((await progress(COURSES[0]!)).elsewhere.map(({ recordId }) => recordId)).toEqual([one]);
      await sql`update lectures set is_hidden = false where id = ${two}`;
      await ada.client.rpc("forget_watching").throwOnError();
      expect((await progress(COURSES[0]!)).elsewhere).toEqual([]);
    });

    test("of a video that was replaced says nothing about the new one, and is there again with the old one", async () => {
      const [lecture] = lectures[0];
      const setVideo = (id: string) =>
        sql`update lectures set youtube = ${`https://www.youtube.com/embed/${id}`} where id = ${lecture!}`;
      onTestFinished(async () => {
        await sql`update lectures set youtube = null where id = ${lecture!}`;
      });
      const places = async () => (await progress(COURSES[0]!)).watching.map(({ watched }) => watched);
      await setVideo("first-video");
      await record(ada.client, seen([[0, 90]], { duration: 3000 }));
      await setVideo("other-video");
      expect(await places()).toEqual([]);
      expect(await next()).toEqual([[COURSES[0], "Lecture 1", 1, "1"]]);
      await setVideo("first-video");
      expect(await places()).toEqual([[[0, 90]]]);
      await setVideo("other-video");
      // Late, as from a device that was offline: it is of the old video.
      expect(await record(ada.client, seen([[0, 100]], { video_id: "first-video" }))).toEqual([]);
      expect(await kept(ada)).toMatchObject([{ watched: "{[0,90)}", completed: false }]);
      await record(ada.client, seen([[5, 100]], { video_id: "other-video" }));
      expect(await kept(ada)).toMatchObject([{ watched: "{[5,100)}", duration: 100, completed: true }]);
      await setVideo("first-video");
      expect(await places()).toEqual([]);
    });

    test("is not put aside with a course that is merged into it", async () => {
      const [moved] = lectures[0];
      await record(ada.client, seen([[0, 20]], { record_id: lectures[1][0]! }));
      await record(ada.client, seen([[0, 20]], { record_id: moved! }));
      await ada.client.rpc("dismiss_course", { p_course_name: COURSES[0]! }).throwOnError();
      await sql`update lectures set "Course Name" = ${COURSES[1]!}, "Lecture Number" = 99 where id = ${moved!}`;
      onTestFinished(async () => {
        await sql`update lectures set "Course Name" = ${COURSES[0]!}, "Lecture Number" = 1 where id = ${moved!}`;
      });
      expect((await next()).map(([course]) => course)).toEqual([COURSES[1]]);
    });
  });
});
