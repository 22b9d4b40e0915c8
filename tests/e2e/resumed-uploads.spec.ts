import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type CutLine, startCutLine } from "../cut-line.ts";
import { PIECE_BYTES } from "../tus.ts";
import { bar, test as base, downloadUpload, expect, fileField, importPage, progress } from "./imports.ts";

// One worker runs all these tests, because each further worker would start the app that passes uploads on again.
base.describe.configure({ mode: "default" });

const stalled = "The server does not answer at the moment. The upload goes on once it does";
/** All other rows of the file are rejected, so that it is large but quickly imported. */
const GOOD_ROWS = 100;
const test = base.extend<{ line: CutLine; rows: number; file: string }>({
  // A line to an app that passes uploads on to the storage.
  line: async ({ passing }, use) => {
    const line = await startCutLine(passing);
    await use(line);
    await line.stop();
  },
  // The line is there before the page and until it is left, because the page goes on asking for its import.
  page: ({ line: _, page }, use) => use(page),
  rows: [700, { option: true }],
  // A file of 7 MB, or 18 MB, on disk, so that its modification date is the same each time it is chosen.
  file: async ({ imports, rows }, use, testInfo) => {
    const path = testInfo.outputPath("lectures.csv");
    await writeFile(path, imports.file(rows, { rejected: rows - GOOD_ROWS, padding: 9_500 }).buffer);
    // The import is held, so that the file stays in the bucket.
    await imports.hold();
    await use(path);
  },
});

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address + importPage);
  await expect(fileField(page)).toBeEnabled();
}

const percentOf = async (page: Page) => Number(await bar(page).getAttribute("aria-valuenow"));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Cancels an upload, and waits until the storage has deleted it. */
async function cancelUpload(page: Page): Promise<void> {
  const removed = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: "Cancel" }).click();
  expect((await removed).status()).toBe(204);
}

test.describe("of 18 MB", () => {
  test.use({ rows: 1_900 });

  test("an upload goes on by itself after a break, and after the page was loaded again", async ({
    page,
    line,
    file,
    sql,
    outside,
  }) => {
    outside.expect(/Failed to load resource/);
    const begun: string[] = [];
    page.on("response", async (response) => {
      if (response.url().endsWith("/upload-address")) begun.push((await response.json()).filePath);
    });
    await open(page, line.url);
    line.cutAfter(5_000_000);
    line.allow(8_000_000);
    await fileField(page).setInputFiles(file);
    await expect.poll(() => line.cuts()).toBe(1);
    // The upload gets further than the point where it was cut.
    await expect.poll(() => percentOf(page)).toBeGreaterThan(30);
    await expect(progress(page)).not.toContainText(stalled);

    line.cut();
    await expect(progress(page)).toContainText(stalled);
    await expect(progress(page)).toContainText("Uploading file...");
    line.mend();
    await expect(progress(page)).not.toContainText(stalled);
    await expect.poll(() => percentOf(page)).toBeGreaterThan(55);

    page.once("dialog", (dialog) => dialog.accept());
    await page.reload();
    line.allow(Number.POSITIVE_INFINITY);
    await expect(fileField(page)).toBeEnabled();
    await fileField(page).setInputFiles(file);
    await expect(progress(page)).toContainText("Processing: 0 of 1,900 rows (0 inserted)");

    const bytes = await readFile(file);
    expect(begun).toHaveLength(1);
    // With three breaks, at most three pieces are sent twice; the page itself is small.
    expect(line.sent()).toBeLessThan(bytes.length + 3 * PIECE_BYTES);
    const jobs = await sql`select file_path from import_jobs where file_path = ${begun[0]!}`;
    expect(jobs).toHaveLength(1);
    expect(sha256(await downloadUpload(begun[0]!))).toBe(sha256(bytes));
  });
});

test("an upload whose permission has expired goes on with a new one", { tag: "@long" }, async ({
  page,
  line,
  file,
  sql,
  outside,
}) => {
  outside.expect(/status of 400/);
  const begun: (string | undefined)[] = [];
  // Marks each permission with its number: those of one second are equal.
  await page.route("**/upload-address", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    begun.push(answer.filePath);
    const headers = { ...answer.headers, "x-number": String(begun.length) };
    await route.fulfill({ response, json: { ...answer, headers } });
  });
  let pieces = 0;
  // The storage of these tests accepts a permission for hours, others for a minute.
  await page.route("**/api/imports/upload/*", async (route, request) => {
    if (request.method() === "PATCH") pieces += 1;
    if (request.headers()["x-number"] === "1" && pieces > 1)
      await route.fulfill({ status: 400, json: { message: '"exp" claim check failed' } });
    else await route.continue();
  });
  await open(page, line.url);
  line.allow(Number.POSITIVE_INFINITY);
  await fileField(page).setInputFiles(file);
  await expect(progress(page)).toContainText("Processing: 0 of 700 rows (0 inserted)");
  expect(begun).toEqual([expect.any(String), undefined]);
  const jobs = await sql`select file_path from import_jobs where file_path = ${begun[0]!}`;
  expect(jobs).toHaveLength(1);
  expect(sha256(await downloadUpload(begun[0]!))).toBe(sha256(await readFile(file)));
});

test("a file that was changed since is uploaded anew, and so is one whose upload was cancelled", {
  tag: "@long",
}, async ({ page, line, file }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/imports/upload")) sent.push(`${request.method()} ${pathname}`);
  });
  await open(page, line.url);
  // The upload starts but cannot complete.
  line.allow(2_000_000);
  for (const cancel of [false, true]) {
    await fileField(page).setInputFiles(file);
    await expect.poll(() => percentOf(page)).toBeGreaterThan(0);
    if (cancel) await cancelUpload(page);
    else {
      page.once("dialog", (dialog) => dialog.accept());
      await page.reload();
      await writeFile(file, `${await readFile(file, "utf8")}\n`);
    }
    await expect(fileField(page)).toBeEnabled();
  }
  await fileField(page).setInputFiles(file);
  await expect.poll(() => percentOf(page)).toBeGreaterThan(0);
  expect(sent.filter((call) => call === "POST /api/imports/upload-address")).toHaveLength(3);
  const uploads = sent.filter((call) => call.startsWith("HEAD")).map((call) => call.split("/").at(-1));
  expect(new Set(uploads).size).toBe(3);
  await cancelUpload(page);
});

test("a browser that reaches the storage sends a file there, and none of it to the app", async ({
  page,
  baseURL,
  file,
}) => {
  const pieces: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") pieces.push(new URL(request.url()).origin);
  });
  await open(page, baseURL!);
  const address = page.waitForResponse((response) => response.url().endsWith("/upload-address"));
  await fileField(page).setInputFiles(file);
  await expect(progress(page)).toContainText("Processing: 0 of 700 rows (0 inserted)");
  const { origin } = new URL(String(process.env.SUPABASE_URL));
  expect(pieces).toEqual(Array(2).fill(origin));
  const { filePath } = await (await address).json();
  expect(sha256(await downloadUpload(filePath))).toBe(sha256(await readFile(file)));
});
