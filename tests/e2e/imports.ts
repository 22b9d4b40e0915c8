import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type postgres from "postgres";
import { COLUMN_NAMES, FIELDS, type Field } from "../../lib/lecture-import/columns.ts";
import { jobWith } from "../sample-import-job.ts";
import { signInAsAdmin } from "./accounts.ts";
import { test as base, expect } from "./fixtures.ts";

export { expect } from "./fixtures.ts";

export const importPage = "/admin-console/import";

/** The imports of a test; their data is removed after the test. */
class Imports {
  readonly course = `E2E import ${randomUUID().slice(0, 8)}`;
  readonly email: string;
  private readonly sql: postgres.Sql;
  private session: postgres.ReservedSql | undefined;

  constructor(sql: postgres.Sql, email: string) {
    this.sql = sql;
    this.email = email;
  }

  /** A CSV file of lectures of the test's own course; its first `rejected` rows have no lecture name. */
  file(rows: number, { rejected = 0, name = "lectures.csv", padding = 0 } = {}) {
    const lines = Array.from({ length: rows }, (_, row) =>
      line({
        course_name: this.course,
        course_description: "x".repeat(padding),
        lecture_number: String(row + 1),
        lecture_name: row < rejected ? "" : `Lecture ${row + 1}`,
      }),
    );
    const text = [FIELDS.map((field) => COLUMN_NAMES[field]).join(","), ...lines, ""].join("\n");
    return { name, mimeType: "text/csv", buffer: Buffer.from(text) };
  }

  /** The number of lectures of the test's course in the catalogue. */
  async count(): Promise<number> {
    const [found] = await this.sql`
      select count(*)::int as count from lectures where "Course Name" = ${this.course}`;
    return found!.count;
  }

  /** Makes every import wait before it writes its next rows. */
  async hold(): Promise<void> {
    this.session = await this.sql.reserve();
    await this.session`begin`;
    await this.session`select private.lock_catalogue()`;
  }

  async release(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    if (!session) return;
    await session`rollback`;
    session.release();
  }

  /** Adds a job row as if an import had left it. */
  async addJob(row: Record<string, string | number | null>): Promise<void> {
    const [user] = await this.sql`select id from auth.users where email = ${this.email}`;
    const job = { user_id: user?.id, file_path: `test/${randomUUID()}.csv`, status: "completed", ...row };
    await this.sql`insert into import_jobs ${this.sql(job)}`;
  }

  /** Removes everything that the test imported. */
  async clean(): Promise<void> {
    await this.release();
    await this.sql`
      delete from import_jobs where user_id = (select id from auth.users where email = ${this.email})`;
    await this.sql`delete from lectures where "Course Name" = ${this.course}`;
  }
}

function line(cells: Partial<Record<Field, string>>): string {
  return FIELDS.map((field) => cells[field] ?? "").join(",");
}

/** Tests whose `page` is signed in as an administrator. */
export const test = base.extend<{ imports: Imports }>({
  imports: [
    async ({ page, baseURL, sql }, use) => {
      const imports = new Imports(sql, await signInAsAdmin(page, baseURL!, sql));
      try {
        await use(imports);
      } finally {
        await imports.clean();
      }
    },
    { auto: true },
  ],
});

/** Opens the page and waits until a file can be chosen. */
export async function openImports(page: Page): Promise<void> {
  await page.goto(importPage);
  await expect(fileField(page)).toBeEnabled();
}

/** The file field, which is invisible; only its label is visible. */
export const fileField = (page: Page) => page.getByLabel("Choose a CSV file");
export const progress = (page: Page) => page.locator("#import-progress");
export const bar = (page: Page) => page.getByRole("progressbar");
export const historyRow = (page: Page, fileName: string) =>
  page.getByRole("region", { name: "Import history" }).getByRole("row").filter({ hasText: fileName });

/** Holds the bytes of every upload until the returned function is called, then answers that all have arrived. */
export async function holdUploads(page: Page): Promise<() => void> {
  const { promise: isAnswered, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/imports/upload/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    await isAnswered;
    await route.fulfill({ status: 204, headers: { "Upload-Offset": "1" } });
  });
  return resolve;
}

/** The bytes of a file in the bucket. */
export async function downloadUpload(filePath: string): Promise<Uint8Array> {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = process.env;
  const headers = { apikey: String(SUPABASE_SECRET_KEY), Authorization: `Bearer ${SUPABASE_SECRET_KEY}` };
  const answer = await fetch(`${SUPABASE_URL}/storage/v1/object/csv-imports/${filePath}`, { headers });
  if (!answer.ok) throw new Error(`The storage answered ${answer.status}.`);
  return answer.bytes();
}

/** Records the text of the progress bar from now on: each change, in order. */
export async function recordProgress(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    const look = () => {
      const text = document.querySelector("[role=progressbar]")?.getAttribute("aria-valuetext");
      if (text && text !== said.at(-1)) said.push(text);
    };
    const everything = { subtree: true, childList: true, attributes: true };
    new MutationObserver(look).observe(document.body, everything);
    Object.assign(window, { said });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

/** The stage texts among the recorded ones, without consecutive repeats. */
export function stagesOf(said: string[]): string[] {
  const texts = said.map((text) => text.replace(/^\d+%, /, ""));
  return texts.filter((text, index) => text !== texts[index - 1]);
}

type Answer = { status?: number; json?: unknown; body?: string; headers?: Record<string, string> } | "none";

/** The calls of an upload, in order: `offset` requests how much of what `upload` sends has arrived. */
const uploadCalls = {
  address: ["POST", "**/api/imports/upload-address"],
  offset: ["HEAD", "**/api/imports/upload/*"],
  upload: ["PATCH", "**/api/imports/upload/*"],
  discard: ["DELETE", "**/api/imports/upload/*"],
  job: ["POST", "**/api/imports"],
  start: ["POST", "**/api/process-csv-import"],
} as const;

/**
 * Answers the calls of an upload instead of the server, for cases that a real server cannot produce on
 * demand. All calls succeed except those given in `answers`. `polls` are the answers to successive polls;
 * the last answer is repeated.
 */
export async function answerUploads(
  page: Page,
  answers: Partial<Record<keyof typeof uploadCalls, Answer>> & { polls?: Answer[] } = {},
): Promise<void> {
  const { polls = [{ json: { job: jobWith() } }], ...given } = answers;
  const all: Record<string, Answer> = {
    address: { json: { url: "/api/imports/upload/x", filePath: "x.csv", headers: { "x-signature": "x" } } },
    offset: { headers: { "Upload-Offset": "0" } },
    upload: { status: 204, headers: { "Upload-Offset": "1" } },
    discard: { status: 204 },
    job: { status: 201, json: { id: jobWith().id } },
    start: { status: 202, json: { job: jobWith({ status: "pending", totalRows: null }) } },
    ...given,
  };
  for (const [step, [method, path]] of Object.entries(uploadCalls)) {
    await page.route(path, (route) => {
      const answer = all[step]!;
      if (route.request().method() !== method) return route.fallback();
      return answer === "none" ? route.abort() : route.fulfill(answer);
    });
  }
  let next = 0;
  await page.route(`**/api/imports/${jobWith().id}`, (route) => {
    const answer = polls[Math.min(next++, polls.length - 1)]!;
    return answer === "none" ? route.abort() : route.fulfill(answer);
  });
}
