import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getDashboard } from "../../lib/admin/queries.server.ts";
import { thumbnailId } from "../../lib/catalogue/thumbnails.ts";
import { clientOf, describeOnEachApi, onDatabase, signUp } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";

const WEEK = 7 * 86_400_000;

describeOnEachApi("the dashboard", (api, sql) => {
  type Person = Awaited<ReturnType<typeof signUp>>;
  const service = clientOf(api, "secretKey");
  let viewer: Person;

  beforeAll(async () => {
    viewer = await signUp(api);
    await sql`insert into user_roles values (${viewer.id}, 'viewer')`;
  });
  const dashboard = () => getDashboard(viewer.client);

  describe("weeks", () => {
    let learners: Person[];
    let lectures: number[];
    const course = "Counted course";

    beforeAll(async () => {
      learners = [await signUp(api), await signUp(api)];
      await insertLectures(
        sql,
        [1, 2, 3].map((lecture_number) => lectureRow({ course_name: course, lecture_number })),
      );
      lectures = (await sql`select id from lectures where "Course Name" = ${course} order by id`).map(
        ({ id }) => Number(id),
      );
    });
    afterAll(() => removeCourse(sql, course));
    beforeEach(async () => {
      await sql`delete from user_progress`;
      await sql`delete from private.weekly_counts`;
    });

    const count = async () => void (await service.rpc("count_weeks").throwOnError());
    const write = (learner: number, lecture: number, completed: boolean) =>
      learners[learner]!.client.from("user_progress")
        .upsert({ user_id: learners[learner]!.id, record_id: lectures[lecture]!, completed })
        .throwOnError();
    const monday = async (weeksAgo = 0) => {
      const [row] = await sql`select date_trunc('week', now() at time zone 'utc')::date::text as day`;
      return new Date(Date.parse(row?.day) - weeksAgo * WEEK).toISOString().slice(0, 10);
    };
    const weekOf = async (weeksAgo: number) => {
      const week = await monday(weeksAgo);
      return (await dashboard()).weeks.find((row) => row.week === week);
    };
    const totals = async () => {
      const [row] = await sql`
        select lecture_count as lectures, (select count(*)::int from profiles) as accounts from catalogue_totals`;
      return { lectures: row?.lectures as number, accounts: row?.accounts as number };
    };
    const aWeekPasses = async () => {
      await sql`alter table user_progress disable trigger user`;
      await sql`
        update user_progress set updated_at = updated_at - interval '7 days', active_week = active_week - 7,
          completed_week = completed_week - 7`;
      await sql`alter table user_progress enable trigger user`;
      await sql`update profiles set created_at = created_at - interval '7 days'`;
      await sql`update private.weekly_counts set week = week - 7000`;
      await sql`update private.weekly_counts set week = week + 6993, counted_at = counted_at - interval '7 days'`;
    };

    test("this week is what there is now and who has learnt so far, however often it is counted", async () => {
      await write(0, 0, true);
      await write(0, 1, false);
      await write(1, 0, false);
      await count();
      await write(1, 1, true);
      await count();
      await count();
      const week = await monday();
      expect(await weekOf(0)).toEqual({ week, ...(await totals()), activeLearners: 2, completions: 2 });
    });

    test("a lecture that was completed counts once, in that week, also when it is watched again; taken back it does not", async () => {
      await write(0, 0, true);
      await write(0, 1, true);
      await aWeekPasses();
      await write(0, 0, true);
      await write(0, 1, false);
      await count();
      expect(await weekOf(0)).toMatchObject({ activeLearners: 1, completions: 0 });
      await write(0, 1, true);
      await count();
      expect(await weekOf(0)).toMatchObject({ activeLearners: 1, completions: 1 });
    });

    test("a week that is over stays as it was", async () => {
      await write(0, 0, true);
      await write(1, 0, false);
      await count();
      const before = await weekOf(0);
      await aWeekPasses();
      // Learners continue and the catalogue grows before the past week is counted for the last time.
      await write(1, 0, true);
      await insertLectures(sql, [lectureRow({ course_name: course, lecture_number: 4 })]);
      await count();
      expect(await weekOf(1)).toEqual({ ...before, week: await monday(1) });
      expect(await weekOf(0)).toMatchObject({
        lectures: before!.lectures! + 1,
        activeLearners: 1,
        completions: 1,
      });
      await sql`delete from user_progress`;
      await count();
      expect(await weekOf(1)).toEqual({ ...before, week: await monday(1) });
    });

    test("of earlier weeks nothing is known but the accounts that there were", async () => {
      const [made] = await sql`
        update profiles set created_at = now() - interval '15 days' where user_id = ${learners[0]!.id} returning 1`;
      expect(made).toBeDefined();
      await count();
      const [{ accounts } = { accounts: 0 }] = await sql`
        select count(*)::int as accounts from profiles
        where created_at < (date_trunc('week', now() at time zone 'utc') - interval '7 days') at time zone 'utc'`;
      const unknown = { lectures: null, activeLearners: null, completions: null };
      expect(await weekOf(2)).toEqual({ week: await monday(2), accounts, ...unknown });
      expect(await weekOf(30)).toBeUndefined();
      expect((await dashboard()).weeks.length).toBeLessThanOrEqual(26);
    });

    test("a week is counted by an index, which watching does not write", async () => {
      await write(0, 0, true);
      await sql.begin(async (tx) => {
        await tx`set local enable_seqscan = off`;
        const plans = [
          await tx`explain select count(distinct user_id) from user_progress where active_week = '2026-11-23'`,
          await tx`explain select count(*) from user_progress where completed_week = '2026-11-23'`,
        ];
        expect(JSON.stringify(plans)).toMatch(/user_progress_active_week.*user_progress_completed_week/);
        // HOT updates add no entries to any index.
        const updates = async () =>
          (
            await tx`
              select pg_stat_get_xact_tuples_updated('user_progress'::regclass)::int as written,
                pg_stat_get_xact_tuples_hot_updated('user_progress'::regclass)::int as in_place`
          )[0]!;
        const before = await updates();
        for (let position = 1; position <= 10; position++)
          await tx`update user_progress set last_watched_position = ${position}, completed = true`;
        const after = await updates();
        expect(after.written - before.written).toBe(10);
        expect(after.in_place - before.in_place).toBe(10);
      });
    });
  });

  describe("searches that found nothing", () => {
    beforeEach(async () => {
      await sql`delete from private.missed_searches`;
      await sql`delete from private.missed_search_rate`;
    });
    const search = async (query: string, times = 1) => {
      let counted: boolean | null = null;
      for (let time = 0; time < times; time++)
        counted = (await service.rpc("record_missed_search", { p_query: query }).throwOnError()).data;
      return counted;
    };
    const daysPass = (days: number) => sql`update private.missed_searches set day = day - ${days}::int`;
    const shown = async () => (await dashboard()).missedSearches;

    test("are shown from the third time and the second day on, those of the most days first", async () => {
      await search("once a day");
      await search("on one day", 5);
      await search("three", 2);
      await search("many days");
      await daysPass(1);
      await search("once a day");
      await search("three", 9);
      await search("many days");
      expect(await shown()).toEqual([{ query: "three", count: 11, days: 2 }]);
      await daysPass(1);
      await search("many days");
      expect(await shown()).toEqual([
        { query: "many days", count: 3, days: 3 },
        { query: "three", count: 11, days: 2 },
      ]);
    });

    test("are the first ten at most, of the last thirty days", async () => {
      await sql`
        insert into private.missed_searches (query, day, count)
        select 'query ' || chr(96 + n), (now() at time zone 'utc')::date - ago, 2
        from generate_series(1, 12) n, generate_series(0, 1) ago`;
      expect((await shown()).map(({ query }) => query)).toEqual([..."abcdefghij"].map((n) => `query ${n}`));
      await daysPass(30);
      expect(await shown()).toEqual([]);
      await service.rpc("forget_missed_searches", { p_limit: 5 }).throwOnError();
      expect(await sql`select from private.missed_searches`).toHaveLength(19);
      await service.rpc("forget_missed_searches", { p_limit: 100 }).throwOnError();
      const left =
        await sql`select distinct day = (now() at time zone 'utc')::date - 30 as is_last from private.missed_searches`;
      expect([...left]).toEqual([{ is_last: true }]);
    });

    test("are kept with their day and their number, and nothing else", async () => {
      await search("quaternions", 2);
      const [kept] = await sql`
        select to_jsonb(m) as row, (now() at time zone 'utc')::date::text as today from private.missed_searches m`;
      expect(kept?.row).toEqual({ query: "quaternions", day: kept?.today, count: 2 });
    });

    onDatabase(api, () => {
      test("are at most sixty new ones an hour, and the known ones go on", async () => {
        for (let n = 0; n < 60; n++) expect(await search(`flood ${n}`)).toBe(true);
        expect(await search("one too many")).toBe(false);
        expect(await search("flood 7")).toBe(true);
        expect(await sql`select from private.missed_searches`).toHaveLength(60);
        await sql`update private.missed_search_rate set hour = hour - interval '1 hour'`;
        expect(await search("in the next hour")).toBe(true);
      });
    });
  });

  test("courses without a description or a picture are counted, and the first eight named", async () => {
    const before = (await dashboard()).courses;
    const youtube = "https://www.youtube.com/embed/abcdefghijk";
    const images = [
      "https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg",
      "http://img.youtube.com/vi/abcdefghijk/0.jpg",
      "https://example.org/vi/abcdefghijk/0.jpg",
      "https://i.ytimg.com/vi/short/0.jpg",
      null,
    ];
    const rows = images.flatMap((image) =>
      [youtube, null].flatMap((video) =>
        ["A description", null].map((course_description) =>
          lectureRow({ image, youtube: video, course_description }),
        ),
      ),
    );
    const named = rows.map(
      (row, n): Record<string, unknown> => ({ ...row, course_name: `!incomplete ${10 + n}` }),
    );
    const hasPicture = (row: Record<string, unknown>) =>
      thumbnailId(row as { image: string | null; youtube: string | null }) !== null;
    const incomplete = named.filter((row) => !row.course_description || !hasPicture(row));
    await insertLectures(sql, named);
    try {
      const { courses } = await dashboard();
      expect(courses.withoutDescription - before.withoutDescription).toBe(rows.length / 2);
      expect(courses.withoutPicture - before.withoutPicture).toBe(
        rows.filter((row) => !hasPicture(row)).length,
      );
      expect(courses.total - before.total).toBe(incomplete.length);
      expect(courses.incomplete).toEqual(
        incomplete.slice(0, 8).map((row) => ({
          name: row.course_name,
          hasDescription: row.course_description !== null,
          hasPicture: hasPicture(row),
        })),
      );
    } finally {
      await removeCourse(sql, ...named.map(({ course_name }) => String(course_name)));
    }
  });

  test("the last five imports and undos are there, the newest first, without checks and corrections", async () => {
    const jobs = await sql`
      insert into import_jobs (user_id, file_path, file_name, mode, created_at, fields)
      select ${viewer.id}, case when n <> 4 then n || '.csv' end, n || '.csv',
        case n when 3 then 'check' when 4 then 'edit' else 'import' end, now() + make_interval(mins => 10 - n),
        '["course_name"]'
      from generate_series(1, 8) n returning id`;
    try {
      const { imports } = await dashboard();
      expect(imports.map(({ fileName }) => fileName)).toEqual(["1.csv", "2.csv", "5.csv", "6.csv", "7.csv"]);
      expect(imports[0]).toMatchObject({ id: jobs[0]?.id, status: "pending", mode: "import" });
    } finally {
      await sql`delete from import_jobs where id = any (${jobs.map(({ id }) => id)})`;
    }
  });

  test("no account counts weeks or searches", async () => {
    for (const { client } of [viewer, await signUp(api)]) {
      expect((await client.rpc("count_weeks")).error).not.toBeNull();
      expect((await client.rpc("record_missed_search", { p_query: "made up" })).error).not.toBeNull();
      expect((await client.rpc("forget_missed_searches", { p_limit: 1 })).error).not.toBeNull();
    }
  });
});
