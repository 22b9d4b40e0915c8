import type postgres from "postgres";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { listUsers } from "../../lib/admin/people.server.ts";
import { getDashboard, listLectures } from "../../lib/admin/queries.server.ts";
import { clientOf, connect, describeOnEachApi, onDatabase, signUp, variationsOn } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";

const sql = connect();

/** Lectures in the console's order, read from the lecture rows themselves. */
const inOrder = (sql: postgres.Sql) => sql`
  select id::int, "Course Name" as course, "lecture name" as name, "Subject" as subject,
    "Instructor" as instructor, "Views"::int as views
  from lectures order by "Course Name", "Lecture Number" nulls last, id`;

/** The ids of the lectures that each of these filters must return. */
async function idsMatching(sql: postgres.Sql, queries: string[]): Promise<number[][]> {
  const patterns = queries.map((query) => `%${query.replace(/[\\%_]/g, "\\$&")}%`);
  const first = (column: string) => sql`(array_agg(${sql(column)} order by "Lecture Number", id)
    filter (where ${sql(column)} is not null))[1]`;
  const rows = await sql`
    with courses as materialized (
      select "Course Name" as name, ${first("Subject")} as subject, ${first("Instructor")} as instructor
      from lectures group by 1
    )
    select array(
      select l.id::int from lectures l where "Course Name" in (
        select name from courses where name ilike pattern or subject ilike pattern or instructor ilike pattern
      ) order by "Course Name", "Lecture Number" nulls last, id
    ) as ids
    from unnest(${patterns}::text[]) with ordinality as u (pattern, place) order by place`;
  return rows.map(({ ids }) => ids);
}

/** Texts for the filter of lectures. */
const filters = [
  "pycon",
  "PYCON",
  "  Physics ",
  "é",
  "É",
  "khan",
  "of",
  "a",
  "100%",
  "%",
  "_",
  "\\",
  "'",
  '"',
  ",",
  "(",
  "null",
  "*",
  "zzzzzz",
];

describeOnEachApi("what the console reads", (api, sql) => {
  let admin: Awaited<ReturnType<typeof signUp>>;
  let user: Awaited<ReturnType<typeof signUp>>;
  let idsOf: Map<string, number[]>;
  const queries = variationsOn(api, filters);
  const visitor = clientOf(api);

  /** Reads pages of `limit` rows until there are no more. */
  async function readAllIds(query: string, limit: number): Promise<number[]> {
    const ids: number[] = [];
    for (let offset = 0; ; offset += limit) {
      const { data } = await admin.client
        .rpc("admin_lectures", { p_query: query, p_offset: offset, p_limit: limit })
        .throwOnError();
      if (data[0]?.id === null) return ids;
      ids.push(...data.map(({ id }) => id));
    }
  }

  beforeAll(async () => {
    [admin, user] = await Promise.all([signUp(api, "Ada"), signUp(api)]);
    await sql`insert into user_roles values (${admin.id}, 'admin')`;
    const matching = await idsMatching(
      sql,
      queries.map((query) => query.trim()),
    );
    idsOf = new Map(queries.map((query, index) => [query, matching[index] ?? []]));
  });

  test("counts are exact", async () => {
    const [counts] = await sql`
      select count(*)::int as lectures, count(distinct "Course Name")::int as courses,
        count(distinct "Subject")::int as subjects, (select count(*)::int from profiles) as users
      from lectures`;
    expect((await getDashboard(admin.client)).counts).toEqual({
      ...counts,
      hiddenLectures: 0,
      failingVideos: 0,
    });
  });

  test("the first page of lectures is the first fifty rows, with every column", async () => {
    const rows = await inOrder(sql);
    const list = await listLectures(admin.client, "", 1);
    expect(list.rows).toEqual(
      rows.slice(0, 50).map(({ course, ...row }) => ({ ...row, courseName: course })),
    );
    expect(list).toMatchObject({ total: rows.length, matches: rows.length, page: 1 });
    expect(list.pageCount).toBe(Math.ceil(rows.length / 50));
  });

  test("a page behind the last has only the totals", async () => {
    const [{ count } = { count: 0 }] = await sql`select count(*)::int from lectures`;
    for (const page of [600, 9_999_999]) {
      expect(await listLectures(admin.client, "", page)).toMatchObject({
        rows: [],
        total: count,
        matches: count,
      });
    }
  });

  test.each(queries)("the filter %j leaves over what it should", async (query) => {
    const ids = idsOf.get(query) ?? [];
    const [{ count } = { count: 0 }] = await sql`select count(*)::int from lectures`;
    const list = await listLectures(admin.client, query, 1);
    expect(list).toMatchObject({ total: count, matches: ids.length });
    expect(list.rows.map(({ id }) => id)).toEqual(ids.slice(0, 50));
    expect(await readAllIds(query, 1000)).toEqual(ids);
  });

  test("accounts come newest first, each once, with role and name", async () => {
    // Two accounts created at the same moment, among many others.
    const setDate = async (moment: Date) => {
      await sql`update profiles set created_at = ${moment} where user_id in (${admin.id}, ${user.id})`;
    };
    await setDate(new Date(Date.UTC(2030, 0, 2, 3, 4, 5, 678)));
    onTestFinished(() => setDate(new Date()));
    const rows = await sql`
      select p.user_id as "userId", u.email, p.display_name as "displayName", coalesce(r.role, 'user') as role,
        round(extract(epoch from p.created_at) * 1000)::float8 as moment
      from profiles p join auth.users u on u.id = p.user_id left join user_roles r using (user_id)
      order by p.created_at desc, p.id`;
    const first = await listUsers(admin.client, 1);
    const pages = await Promise.all(
      Array.from({ length: first.pageCount }, (_, index) => listUsers(admin.client, index + 1)),
    );
    const listed = pages.flatMap((page) => page.rows);
    expect(first.total).toBe(rows.length);
    expect(listed.map(({ createdAt, ...row }) => ({ ...row, moment: Math.round(createdAt) }))).toEqual([
      ...rows,
    ]);
    expect(listed.find(({ userId }) => userId === admin.id)).toEqual({
      userId: admin.id,
      email: admin.email,
      displayName: "Ada",
      role: "admin",
      createdAt: Date.UTC(2030, 0, 2, 3, 4, 5, 678),
    });
    expect(listed.find(({ userId }) => userId === user.id)).toMatchObject({
      displayName: null,
      role: "user",
    });
    expect((await listUsers(admin.client, first.pageCount + 1)).rows).toEqual([]);
  });

  test("accounts are paged like everything else", async () => {
    const { data } = await admin.client
      .rpc("admin_users", { p_query: "", p_role: "", p_offset: 1, p_limit: 1 })
      .throwOnError();
    const { rows, total } = await listUsers(admin.client, 1);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ user_id: rows[1]?.userId, total });
  });

  test("other accounts read nothing, not even counts", async () => {
    const revoked = await signUp(api);
    await sql`insert into user_roles values (${revoked.id}, 'admin')`;
    expect((await revoked.client.rpc("admin_counts")).data).toHaveLength(1);
    await sql`update user_roles set role = 'user' where user_id = ${revoked.id}`;
    for (const client of [user.client, revoked.client]) {
      expect((await client.rpc("admin_counts")).data).toEqual([]);
      const lectures = { p_query: "", p_offset: 0, p_limit: 50 };
      expect((await client.rpc("admin_lectures", lectures)).data).toEqual([]);
      expect(
        (await client.rpc("admin_users", { p_query: "", p_role: "", p_offset: 0, p_limit: 50 })).data,
      ).toEqual([]);
      expect((await client.rpc("admin_imports", { p_offset: 0, p_limit: 50 })).data).toEqual([]);
      expect((await client.rpc("admin_videos", { p_offset: 0, p_limit: 50 })).data).toEqual([]);
      expect((await client.rpc("admin_failing_lectures", { p_after: 0, p_limit: 50 })).data).toEqual([]);
      expect(
        (await client.rpc("review_video", { p_video: "abcdefghijk", p_verdict: "hidden" })).error?.code,
      ).toBe("42501");
      expect(
        (await client.rpc("replace_video", { p_video: "abcdefghijk", p_by: "bbbbbbbbbbb" })).error?.code,
      ).toBe("42501");
      await expect(getDashboard(client)).rejects.toThrow("does not let this user read");
    }
    for (const answer of [
      visitor.rpc("admin_counts"),
      visitor.rpc("admin_dashboard"),
      visitor.rpc("admin_lectures", { p_query: "", p_offset: 0, p_limit: 50 }),
      visitor.rpc("admin_users", { p_query: "", p_role: "", p_offset: 0, p_limit: 50 }),
      visitor.rpc("admin_imports", { p_offset: 0, p_limit: 50 }),
      visitor.rpc("admin_videos", { p_offset: 0, p_limit: 50 }),
      visitor.rpc("admin_failing_lectures", { p_after: 0, p_limit: 50 }),
      visitor.rpc("review_video", { p_video: "abcdefghijk", p_verdict: "hidden" }),
      visitor.rpc("replace_video", { p_video: "abcdefghijk", p_by: "bbbbbbbbbbb" }),
      visitor.rpc("report_video", { p_record_id: 1, p_reporter: "a".repeat(64), p_code: 100 }),
    ]) {
      expect((await answer).error).not.toBeNull();
    }
  });

  onDatabase(api, () => {
    test("paging lists every lecture once, in order", async () => {
      const ids = (await inOrder(sql)).map(({ id }) => id);
      // These pages end within courses and span several courses.
      expect(await readAllIds("", 997)).toEqual(ids);
      const { pageCount } = await listLectures(admin.client, "", 1);
      for (const page of [2, 3, 274, pageCount - 1, pageCount]) {
        const list = await listLectures(admin.client, "", page);
        expect(list.rows.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 50, page * 50));
      }
    });

    test("long courses and courses of one lecture, numbered and not, keep their order across pages", async () => {
      const names = [
        "!Paged: a long course",
        "!Paged: between, one lecture",
        "!Paged: between, two",
        "!Paged: last, long again",
      ];
      const long = (course_name: string) => [
        ...Array.from({ length: 60 }, (_, i) => lectureRow({ course_name, lecture_number: 60 - i })),
        lectureRow({ course_name, lecture_number: 7, lecture_name: "Seventh again" }),
        lectureRow({ course_name, lecture_number: null }),
      ];
      await insertLectures(sql, [
        ...long(names[3]!),
        lectureRow({ course_name: names[1] }),
        ...[2, 1].map((lecture_number) => lectureRow({ course_name: names[2], lecture_number })),
        ...long(names[0]!),
      ]);
      try {
        const [ids = []] = await idsMatching(sql, ["!paged"]);
        expect(ids).toHaveLength(127);
        for (const limit of [7, 50, 3]) expect(await readAllIds("!paged", limit)).toEqual(ids);
      } finally {
        await removeCourse(sql, ...names);
      }
    });
  });
});

/** Runs work as an administrator, in a transaction that is rolled back, so that it may empty the catalogue. */
async function asAdmin(work: (tx: typeof sql) => Promise<void>): Promise<void> {
  const undo = new Error("undo");
  await sql
    .begin(async (tx) => {
      const [admin] = await tx`insert into auth.users (id) values (gen_random_uuid()) returning id`;
      await tx`insert into public.user_roles values (${admin?.id}, 'admin')`;
      // The session has the same id as the account.
      await tx`insert into auth.sessions (id, user_id) values (${admin?.id}, ${admin?.id})`;
      const claims = JSON.stringify({ sub: admin?.id, session_id: admin?.id });
      await tx`select set_config('request.jwt.claims', ${claims}, true)`;
      await work(tx as unknown as typeof sql);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
}

test.each([
  ["course", false],
  ["course", true],
  ["subject", false],
  ["subject", true],
  ["instructor", false],
  ["instructor", true],
])(
  "lectures are listed by %s (from the last: %s), those of a course together and in order",
  (sort, descending) =>
    asAdmin(async (tx) => {
      const ids = async (offset: number, limit: number) =>
        (await tx`select id from admin_lectures('python', ${offset}, ${limit}, ${sort}, ${descending})`).map(
          ({ id }) => Number(id),
        );
      const [{ matches } = { matches: 0 }] =
        await tx`select matches::int from admin_lectures('python', 0, 0)`;
      const key = {
        course: tx`c.course_name`,
        subject: tx`lower(c.subject)`,
        instructor: tx`lower(c.instructor)`,
      }[sort];
      const direction = descending ? tx`desc` : tx`asc`;
      const expected = await tx`
      select l.id from lectures l join course_summaries c on c.course_name = l."Course Name"
      where strpos(c.sort_name, 'python') > 0 or strpos(lower(c.subject), 'python') > 0
        or strpos(lower(c.instructor), 'python') > 0
      order by ${key ?? tx`c.course_name`} ${direction} nulls last, c.course_name,
        l."Lecture Number", l.id`;
      expect(matches).toBeGreaterThan(200);
      expect(await ids(0, 1000)).toEqual(expected.slice(0, 1000).map(({ id }) => Number(id)));
      expect(await ids(matches - 50, 50)).toEqual(expected.slice(-50).map(({ id }) => Number(id)));
    }),
);

test("an empty catalogue has zeros, not nothing", () =>
  asAdmin(async (tx) => {
    await tx`truncate lectures cascade`;
    expect(await tx`select lectures::int, courses::int, subjects::int from admin_counts()`).toEqual([
      { lectures: 0, courses: 0, subjects: 0 },
    ]);
    expect(await tx`select total::int, matches::int, id from admin_lectures('', 0, 50)`).toEqual([
      { total: 0, matches: 0, id: null },
    ]);
  }));

test.each(["", "pycon", "a"])(
  "no page of the filter %j reads more lectures than it shows and passes over",
  (query) =>
    asAdmin(async (tx) => {
      const [{ matches, longest } = { matches: 0, longest: 0 }] = await tx`
      select (select matches::int from admin_lectures(${query}, 0, 0)) as matches,
        (select max(lecture_count) from course_summaries) as longest`;
      const readSoFar = async () => {
        const [row] = await tx`
        select seq_tup_read::int as scanned, idx_tup_fetch::int as fetched
        from pg_stat_xact_user_tables where relname = 'lectures'`;
        return row as { scanned: number; fetched: number };
      };
      for (const offset of [0, Math.floor(matches / 2), matches - 50]) {
        const before = await readSoFar();
        const sort = offset === 0 ? "instructor" : "course";
        expect(await tx`select * from admin_lectures(${query}, ${offset}, 50, ${sort}, true)`).toHaveLength(
          50,
        );
        const after = await readSoFar();
        expect(after.scanned - before.scanned).toBe(0);
        expect(after.fetched - before.fetched).toBeLessThanOrEqual(longest + 100);
      }
    }),
);
