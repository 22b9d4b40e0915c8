import { buffer } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeAll, expect, test } from "vitest";
import { listLectures } from "../../lib/admin/queries.server.ts";
import {
  type ExportPurpose,
  exportLectures,
  type LectureRow,
} from "../../lib/lecture-import/export-lectures.ts";
import { importLectures } from "../../lib/lecture-import/import-lectures.ts";
import { createBatchWriter } from "../../lib/lecture-import/job-queue.ts";
import { failingLecturesCsv } from "../../lib/video-health/queries.server.ts";
import { isLongForm, share } from "../long-form.ts";
import { bytesOf } from "../unit/csv/support.ts";
import { clientOf, connect, describeOnEachApi, onDatabase, signUp, variationsOn } from "./apis.ts";
import { insertLectures, lectureRow, newJob, removeCourse, worker } from "./lectures.ts";

const COURSE = "=HYPERLINK(“hostile”) export";
const HIDDEN = "Wholly hidden export";
const VIDEO = "hostile-vid";

const texts = [
  "=1+1",
  "'=1+1",
  "''=1+1",
  "'-ed' and '-ing'",
  "-5",
  "'-5",
  "+44 20 7946 0000",
  "@SUM(A1)",
  "＝1",
  '"quoted", and ""doubled""',
  "a;=1;'=2",
  "line\r\n=2\n'=3\rend",
  "tab\t=1\t'=2",
  "'\t=1",
  "inner   space",
  "null",
  "NULL",
  "0042",
  "Größe 数学 😀 \u200B\u202Eabc",
  "'",
];

describeOnEachApi("an export", (api, sql) => {
  const service = clientOf(api, "secretKey");
  let viewer: Awaited<ReturnType<typeof signUp>>;

  beforeAll(async () => {
    viewer = await signUp(api);
    await sql`insert into user_roles values (${viewer.id}, 'viewer')`;
  });
  afterEach(async () => {
    await removeCourse(sql, COURSE, HIDDEN);
    await sql`delete from import_jobs where file_path like 'test/%'`;
    await sql`delete from private.video_health`;
  });

  /** Adds lectures whose texts and numbers a careless program would damage. */
  async function addHostileLectures() {
    const row = (fields: object) => lectureRow({ course_name: COURSE, subject: null, ...fields });
    await insertLectures(sql, [
      ...texts.map((text, index) =>
        row({
          lecture_number: index,
          lecture_name: text,
          course_description: text,
          subject: text,
          instructor: text,
          institution: text,
          seo_slug: text,
          keywords: text,
          image: "https://example.org/a,b;=1?x='y'",
        }),
      ),
      row({ lecture_number: 1, lecture_name: "views", views: Number.MAX_SAFE_INTEGER, view_rate: 1e-7 }),
      row({ lecture_number: null, lecture_name: "rate", views: 0, view_rate: 0.1 + 0.2 }),
      row({ lecture_number: null, lecture_name: "no number", view_rate: -1e12, youtube: null }),
      row({ lecture_number: 2_147_483_647, lecture_name: "most", view_rate: 1.234, views: 1000 }),
      row({ lecture_number: 3, lecture_name: "a video", youtube: `https://www.youtube.com/embed/${VIDEO}` }),
    ]);
  }

  const readExport = (purpose: ExportPurpose, query = "") =>
    buffer(exportLectures(viewer.client, { purpose, query }) as never);

  /** Imports a file in the same way as a worker. */
  async function importFile(bytes: Uint8Array) {
    const job = { row: { id: await newJob(sql), processed_rows: 0 }, worker };
    return importLectures(bytesOf(bytes), createBatchWriter(service, job));
  }
  const catalogue = async () =>
    (await sql`select md5(string_agg(l::text, '|' order by id)) from lectures l`)[0];

  // Only the long form imports the whole catalogue again, because this is slow.
  test.each([
    ["spreadsheets", isLongForm ? "" : "hostile"],
    ["exact", "hostile"],
  ] as const)(
    "for %s of %j is imported as what is there, to the last byte",
    async (purpose, query) => {
      await addHostileLectures();
      const [counts] = await sql`
      select count(*)::int from lectures where ${query} = '' or "Course Name" = ${COURSE}`;
      const [before, file] = [await catalogue(), await readExport(purpose, query)];
      expect(file.subarray(0, 3).equals(Buffer.from("\uFEFF"))).toBe(purpose === "spreadsheets");
      expect(await importFile(file)).toEqual({
        ok: true,
        total: counts?.count,
        inserted: 0,
        updated: 0,
        unchanged: counts?.count,
        rejected: 0,
        ignoredColumns: [],
      });
      expect(await catalogue()).toEqual(before);
      expect((await readExport(purpose, query)).equals(file)).toBe(true);
    },
    120_000,
  );

  test("has what the list of lectures shows for a text, hidden lectures too, and says how many these are", async () => {
    await addHostileLectures();
    await insertLectures(sql, [lectureRow({ course_name: HIDDEN, subject: "Exports" })]);
    await sql`update lectures set is_hidden = true where "Course Name" = ${HIDDEN} or "lecture name" = 'views'`;
    const queries = ["HOSTILE”) EXPORT", "wholly hidden", "exports", "pycon", "no such thing"];
    for (const query of variationsOn(api, queries)) {
      const { matches, hidden } = await listLectures(viewer.client, query, 1);
      const names: string[] = [];
      const job = importLectures(exportLectures(viewer.client, { purpose: "exact", query }), {
        writeBatch: async ({ lectures, rejections }) => {
          names.push(...lectures.map(({ course_name }) => course_name));
          return { inserted: lectures.length, updated: 0, unchanged: 0, rejected: rejections.length };
        },
      });
      expect(await job).toMatchObject(
        names.length > 0 ? { total: names.length, rejected: 0 } : { ok: false },
      );
      expect([query, names.length]).toEqual([query, matches + hidden]);
      expect(names.includes(COURSE), query).toBe(query === "HOSTILE”) EXPORT");
      expect(names.includes(HIDDEN), query).toBe(["wholly hidden", "exports"].includes(query));
    }
  });

  test("goes on behind a lecture wherever a page ends, in the order of the console", async () => {
    await addHostileLectures();
    for (const query of variationsOn(api, ["export", isLongForm ? "" : "pycon"])) {
      const ids: number[] = [];
      const whole = await sql`
        select id::int from lectures where "Course Name" ilike ${`%${query}%`}
        order by "Course Name", "Lecture Number" nulls last, id`;
      const start = whole.findIndex((_, index) => index > whole.length / 2);
      const limit = query === "export" ? 1 : 97;
      expect(whole.length).toBeGreaterThan(2 * limit);
      let last: LectureRow | undefined;
      for (;;) {
        const { data } = await viewer.client
          .rpc("admin_export_lectures", {
            p_query: query,
            p_after_course: last?.["Course Name"] ?? "",
            p_after_number: (last?.["Lecture Number"] ?? null) as number,
            p_after_id: last?.id ?? 0,
            p_limit: limit,
          })
          .throwOnError();
        ids.push(...data.map(({ id }) => id));
        last = data.at(-1);
        if (data.length < limit) break;
      }
      expect(ids[start]).toBe(whole[start]?.id);
      expect(ids).toEqual(whole.map(({ id }) => id));
    }
  });

  test("of the videos that do not play is imported as what is there", async () => {
    await addHostileLectures();
    await sql`update lectures set "lecture name" = '=Second', "Keywords" = ${"'=1"} where right(youtube, 11) = ${VIDEO}`;
    await sql`insert into private.video_health (video_id, state) values (${VIDEO}, 'gone')`;
    const file = await buffer(failingLecturesCsv(viewer.client) as never);
    expect(file.toString()).toContain(",'=Second,");
    expect(await importFile(file)).toMatchObject({ total: 1, unchanged: 1 });
  });

  test("is for accounts whose role opens the console", async () => {
    const page = { p_query: "", p_after_course: "", p_after_number: 0, p_after_id: 0, p_limit: 5 };
    const user = await signUp(api);
    expect((await viewer.client.rpc("admin_export_lectures", page)).data).toHaveLength(5);
    expect((await user.client.rpc("admin_export_lectures", page)).data).toEqual([]);
    expect((await clientOf(api).rpc("admin_export_lectures", page)).error).not.toBeNull();
  });

  test("breaks off where a page cannot be read", async () => {
    let pages = 0;
    const failing = clientOf(api, "publishableKey", viewer.token, (input, init) =>
      ++pages === 3 ? Promise.reject(new Error("gone")) : fetch(input, init),
    );
    const reader = exportLectures(failing, { purpose: "exact", query: "" }).getReader();
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow("The lectures could not be read");
    expect(pages).toBe(3);
  });

  onDatabase(api, () => {
    test.each(share(["spreadsheets", "exact"] as const, 2))(
      "of the whole catalogue for %s has each lecture as it is there, hidden ones too, in the order of the console",
      async (purpose) => {
        await addHostileLectures();
        await insertLectures(sql, [lectureRow({ course_name: HIDDEN, subject: "Exports" })]);
        await sql`update lectures set is_hidden = true where "Course Name" = ${HIDDEN} or "lecture name" = 'views'`;
        const found: object[] = [];
        const reading = importLectures(exportLectures(viewer.client, { purpose, query: "" }), {
          writeBatch: async ({ lectures, rejections }) => {
            found.push(...lectures);
            return { inserted: lectures.length, updated: 0, unchanged: 0, rejected: rejections.length };
          },
        });
        expect(await reading).toMatchObject({ ok: true, rejected: 0, ignoredColumns: [] });
        const stored = await sql`
          select private.lecture_json(l) as cells
          from lectures l order by "Course Name", "Lecture Number" nulls last, id`;
        const { matches, hidden } = await listLectures(viewer.client, "", 1);
        expect(found).toHaveLength(matches + hidden);
        const different = stored.filter(({ cells }, index) => !isDeepStrictEqual(cells, { ...found[index] }));
        expect(different).toEqual([]);
      },
    );
  });
});

const sql = connect();

test.each(["", " a", "a\n", "\u00A0a", "a\u3000", "\uFEFFa", "a\vb", "a\u0001b"])(
  "a lecture that no import would store is refused: %j",
  async (text) => {
    const row = { "Course Name": COURSE, "lecture name": "a", Keywords: text };
    await expect(sql`insert into lectures ${sql(row)}`).rejects.toMatchObject({ code: "23514" });
  },
);
