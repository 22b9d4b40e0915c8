import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import type postgres from "postgres";
import { displayName } from "../../lib/catalogue/display.ts";
import { parseHeader } from "../../lib/csv/header.ts";
import { FIELDS, lectureTable } from "../../lib/lecture-import/columns.ts";
import { importLectures } from "../../lib/lecture-import/import-lectures.ts";
import { createBatchWriter } from "../../lib/lecture-import/job-queue.ts";
import type { Database } from "../../lib/supabase/database.types.ts";
import { share } from "../long-form.ts";
import { bytesOf, readRows } from "../unit/csv/support.ts";
import { signInAsAdmin } from "./accounts.ts";
import type { Catalogue } from "./catalogue.ts";
import { test as base, expect } from "./fixtures.ts";
import { Clean, inspectAnswers, inspectPage } from "./hostile-inspection.ts";
import { hostileFile, hostileValues, markOf } from "./hostile-values.ts";
import { coursePath, lecturePath, listPages, searchPath, subjectPath } from "./pages.ts";

type CourseRow = { id: string; name: string; subject: string; lecture: string };

const markup = "<img src=x onerror=window.ran=1>";

/** An import of the hostile file, removed after the test. */
class HostileImport {
  readonly job = randomUUID();
  readonly fileName = `"><img src=x onerror=window.ran=1> =1+1.csv`;
  private readonly sql: postgres.Sql;
  private lastId = "0";

  constructor(sql: postgres.Sql) {
    this.sql = sql;
  }

  /** Imports the file in the same way as the console, and adds a job that failed because of a hostile header. */
  async run(): Promise<void> {
    const { job, fileName, sql } = this;
    this.lastId = (await sql`select max(id) as id from lectures`)[0]?.id;
    const file = hostileFile();
    await addJob(sql, { id: job, fileName, status: "processing", message: null });
    const { SUPABASE_URL = "", SUPABASE_SECRET_KEY = "" } = process.env;
    const client = createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    async function* bytes() {
      yield file;
    }
    const heldJob = { row: { id: job, processed_rows: 0 }, worker: job };
    const result = await importLectures(bytes(), createBatchWriter(client, heldJob));
    if (!result.ok) throw new Error(result.message);
    expect(result).toMatchObject({ total: 200 * FIELDS.length, updated: 0, unchanged: 0 });
    expect(result.inserted).toBeGreaterThan(1500);
    await sql`update import_jobs set status = 'completed', total_rows = ${result.total} where id = ${job}`;
    const header = parseHeader(["Course Name", ...hostileValues.slice(0, 5)], lectureTable.columns);
    await addJob(sql, { fileName, status: "failed", message: header.ok ? null : header.message });
  }

  /** The imported courses, with the number of their first lecture, which has the value as its name. */
  courses(): Promise<CourseRow[]> {
    return this.sql<CourseRow[]>`
      select course_id as id, course_name as name, subject, min("Lecture Number")::text as lecture
      from course_summaries join lectures on "Course Name" = course_name
      where id > ${this.lastId} group by 1, 2, 3 order by 1`;
  }

  async undo(): Promise<void> {
    if (this.lastId !== "0") await this.sql`delete from lectures where id > ${this.lastId}`;
    await this.sql`delete from import_jobs where file_path like 'test/%'`;
  }
}

type NewJob = { id?: string; fileName: string; status: string; message: string | null; rejected?: number };

async function addJob(sql: postgres.Sql, job: NewJob) {
  const { id = randomUUID(), fileName, status, message, rejected = 0 } = job;
  await sql`
    insert into import_jobs
      (id, lease_owner, file_path, file_name, file_size, status, error_message, processed_rows, rejected_rows)
    values (${id}, ${id}, ${`test/${id}`}, ${fileName}, 1000, ${status}, ${message}, ${rejected}, ${rejected})`;
}

const test = base.extend<{ hostile: HostileImport }>({
  hostile: async ({ catalogue, sql }, use) => {
    const hostile = new HostileImport(sql);
    try {
      await use(hostile);
    } finally {
      await hostile.undo();
      await catalogue.expirePages();
    }
  },
});

/** Records every dialog and every new window; there must be none. */
function watch(page: Page): string[] {
  const noticed: string[] = [];
  page.on("dialog", (dialog) => {
    noticed.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("popup", (popup) => noticed.push(`popup: ${popup.url()}`));
  return noticed;
}

/** Visits pages one after the other; each must show the text given with it. */
async function visit(page: Page, clean: Clean, visits: [path: string, text: string][]): Promise<void> {
  for (const [path, text] of visits) {
    expect((await page.goto(path))?.status(), path).toBe(200);
    await expect(page.locator("main"), path).toContainText(text);
    clean.compare(path, await inspectPage(page));
  }
}

/** Inspects the server's responses, four paths at a time. */
async function fetchAll(page: Page, clean: Clean, paths: string[]): Promise<void> {
  const open = [...new Set(paths)];
  while (open.length > 0) {
    const next = open.splice(0, 4);
    const answers = await inspectAnswers(page, next);
    for (const [index, path] of next.entries()) clean.compare(path, answers[index]!);
  }
}

/**
 * The paths in a sitemap or its index, except those of lectures. Expects well-formed XML with only URLs of this site
 * and only elements of the format.
 */
async function readSitemap(page: Page, path: string): Promise<string[]> {
  // This runs in the browser, because the file is long and only a small part of it is needed.
  const { names, foreign, paths } = await page.evaluate(async (path) => {
    const xml = await (await fetch(path)).text();
    const elements = [...new DOMParser().parseFromString(xml, "application/xml").querySelectorAll("*")];
    const addresses = elements
      .filter(({ localName }) => localName === "loc")
      .map(({ textContent }) => new URL(textContent ?? ""));
    return {
      names: [...new Set(elements.map(({ localName }) => localName))],
      foreign: addresses.filter(({ origin }) => origin !== location.origin).map(({ href }) => href),
      paths: addresses.map(({ pathname }) => pathname).filter((one) => one.split("/").length < 4),
    };
  }, path);
  expect(["sitemapindex", "sitemap", "urlset", "url", "loc", "lastmod"], path).toEqual(
    expect.arrayContaining(names),
  );
  // A sitemap file may be empty: lectures are split into files by id, and ids have gaps.
  expect(foreign, path).toEqual([]);
  return paths;
}

const everyNth = <T>(list: readonly T[], n: number, first = 0) =>
  list.filter((_, index) => index % n === first);

/** Expects the rejected rows to be a CSV file in which no spreadsheet runs formulas. */
async function expectHarmlessRejectedRows(page: Page, sql: postgres.Sql, job: string): Promise<void> {
  const answer = await page.request.get(`/api/imports/${job}/rejected`);
  expect(answer.headers()).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": expect.stringMatching(/^attachment; filename="[\w.-]+\.csv"$/),
    "x-content-type-options": "nosniff",
  });
  const rows = (await readRows(bytesOf(await answer.body()))).map((row) => {
    if (!row.ok || row.problem) throw new Error(JSON.stringify(row));
    return row.cells;
  });
  const [stored] = await sql`select rejected_rows from import_jobs where id = ${job}`;
  expect(rows).toHaveLength(stored?.rejected_rows + 1);
  expect(new Set(rows.map((cells) => cells.length))).toEqual(new Set([4]));
  for (const cell of rows.flat()) expect(cell).not.toMatch(/(^|[;\t\r\n])[\p{Z}\p{Cf}"]*[=+\-@\uFF1D]/u);
}

/** Records the parts of plain public pages, with which pages of hostile values are compared. */
async function learnPublicPages(page: Page, clean: Clean, catalogue: Catalogue): Promise<void> {
  const pages = await listPages(catalogue);
  for (const kind of ["home", "all subjects", "subject", "course", "lecture", "search, results"] as const) {
    await page.goto(pages[kind].path);
    clean.learn(await inspectPage(page));
  }
  const answered = [pages["search, start"].path, pages["search, none found"].path, "/tests"];
  for (const contents of await inspectAnswers(page, answered)) clean.learn(contents);
}

async function visitPublicPages(page: Page, clean: Clean, courses: CourseRow[]): Promise<void> {
  const some = share(everyNth(courses, 30), 4);
  // Together these lists contain every value that a course card or a search result shows.
  const lists = ["/subjects", "/courses/All", searchPath(markOf("keywords")), searchPath(markOf("subject"))];
  await visit(page, clean, [
    // Which of the small subjects come first depends on the sort order of the database.
    ["/", "Hostile"],
    ...lists.map((path): [string, string] => [path, markup]),
    ...some.map(({ id, name }): [string, string] => [coursePath(id), name]),
    ...everyNth(some, 2).flatMap(({ id, lecture, subject, name }): [string, string][] => [
      [lecturePath(id, lecture), name],
      [subjectPath(subject), displayName(name)],
    ]),
  ]);
  await fetchAll(page, clean, [
    ...share(courses, 36, 0).map(({ id }) => coursePath(id)),
    ...share(courses, 36, 12).map(({ id, lecture }) => lecturePath(id, lecture)),
    ...share(courses, 36, 24).map(({ subject }) => subjectPath(subject)),
    // A URL with NUL is refused before it reaches the search.
    ...share(hostileValues, 24)
      .filter((value) => !value.includes("\0"))
      .map((value) => searchPath(value.slice(0, 1_000))),
    ...share(everyNth(courses, 20), 2).map(({ id }) => `/tests?course=${encodeURIComponent(id)}`),
  ]);
  const listed: string[] = [];
  for (const path of await readSitemap(page, "/sitemap.xml")) listed.push(...(await readSitemap(page, path)));
  expect(listed).toEqual(
    expect.arrayContaining(courses.map(({ id }) => new URL(coursePath(id), page.url()).pathname)),
  );
}

const filtered = (query: string, number = 1) =>
  `/admin-console/lectures?q=${encodeURIComponent(query)}&page=${number}`;

async function chooseCourse(page: Page, text: string): Promise<void> {
  await page.goto("/planner");
  await page.getByRole("button", { name: "Add Task" }).click();
  await page.getByRole("combobox", { name: "Course" }).fill(text);
  await expect(page.getByRole("option").first()).toContainText(text);
}

async function learnOwnPages(page: Page, clean: Clean, course: string): Promise<void> {
  for (const path of ["/profile", "/admin-console/import", filtered(course), filtered("a")]) {
    await page.goto(path, { waitUntil: "networkidle" });
    clean.learn(await inspectPage(page));
  }
  for (const contents of await inspectAnswers(page, [filtered("a", 2)])) clean.learn(contents);
  await chooseCourse(page, "Linear algebra");
  clean.learn(await inspectPage(page));
}

async function visitOwnPages(page: Page, clean: Clean, { fileName }: HostileImport): Promise<void> {
  await visit(page, clean, [
    ["/profile", markup],
    ["/admin-console/import", fileName],
    [filtered("onerror"), markup],
    ["/admin-console/lectures", "Hostile"],
  ]);
  await chooseCourse(page, "window.ran");
  clean.compare("/planner", await inspectPage(page));
  await fetchAll(page, clean, [
    ...share(
      Array.from({ length: 20 }, (_, index) => filtered("window.ran", index + 1)),
      10,
    ),
    // The console shows a search text in the same way as the public search.
    ...share(everyNth(hostileValues, 8, 1), 4).map((value) => filtered(value.slice(0, 1_000))),
  ]);
}

test("200 hostile values in every column run and frame nothing on any public page, on administrators' and learners' own, nor in a spreadsheet", async ({
  page,
  visitor,
  baseURL,
  sql,
  catalogue,
  hostile,
}) => {
  test.setTimeout(240_000);
  expect(new Set(hostileValues.map((value) => value.trim())).size).toBe(200);
  const own = await visitor();
  const noticed = [watch(page), watch(own)];
  const [clean, cleanOwn] = [new Clean(), new Clean()];
  const email = await signInAsAdmin(own, baseURL!, sql);
  const learn = (courses: { name: string }[]) => sql`
    insert into user_progress (user_id, record_id, completed)
    select u.id, min(l.id), true from auth.users u, lectures l
    where u.email = ${email} and l."Course Name" = any(${courses.map(({ name }) => name)})
    group by u.id, l."Course Name"`;

  const usual = await catalogue.usualCourse();
  await learn([usual]);
  await addJob(sql, { fileName: "plain.csv", status: "failed", message: "A plain message.", rejected: 1 });
  await learnPublicPages(page, clean, catalogue);
  await learnOwnPages(own, cleanOwn, usual.name);

  await hostile.run();
  await catalogue.expirePages();
  const courses = await hostile.courses();
  expect(courses.length).toBeGreaterThan(180);
  await learn(courses);
  await test.step("public pages", () => visitPublicPages(page, clean, courses));
  await test.step("own pages", () => visitOwnPages(own, cleanOwn, hostile));
  await expectHarmlessRejectedRows(own, sql, hostile.job);
  expect([...clean.problems, ...cleanOwn.problems]).toEqual([]);
  expect(noticed).toEqual([[], []]);
});
