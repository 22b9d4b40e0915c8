import type { Page, Request } from "@playwright/test";
import { share } from "../long-form.ts";
import { jobWith } from "../sample-import-job.ts";
import { expectAccessible } from "./axe.ts";
import { runClockUntil } from "./clock.ts";
import {
  answerUploads,
  bar,
  expect,
  fileField,
  holdUploads,
  importPage,
  openImports,
  progress,
  recordProgress,
  test,
} from "./imports.ts";
import { toast, toasts } from "./pages.ts";

/** Limits the browser's upload speed to this many bytes per second. */
async function slowDown(page: Page, uploadThroughput: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
  await session.send("Network.emulateNetworkConditions", conditions);
}

/** Whether leaving the page asks for confirmation; the page stays open in any case. */
async function leavingAsks(page: Page): Promise<boolean> {
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type() === "beforeunload";
  });
  // A browser asks only if the visitor has interacted with the page.
  await page.getByRole("heading", { level: 1 }).click();
  await page.close({ runBeforeUnload: true });
  return asked;
}

/** Opens the page with a clock that only the test advances, and records the pauses between polls. */
async function openStill(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    const noted = window as unknown as { pauses: number[] };
    noted.pauses = [];
    const { fetch } = window;
    let answered: number | undefined;
    window.fetch = async (...asked) => {
      if (!/imports\/1111/.test(String(asked[0]))) return fetch(...asked);
      if (answered !== undefined) noted.pauses.push(performance.now() - answered);
      return fetch(...asked).finally(() => {
        answered = performance.now();
      });
    };
  });
  await openImports(page);
  await page.clock.pauseAt(Date.now() + 60_000);
}

test("administrators see how far an upload is, are asked before leaving and can cancel it", async ({
  page,
  imports,
  sql,
  outside,
}) => {
  outside.expect(/ERR_ABORTED/);
  await openImports(page);
  const said = await recordProgress(page);
  await slowDown(page, 100_000);
  await fileField(page).setInputFiles(imports.file(4_000, { padding: 300 }));
  await expect(progress(page)).toContainText("Please keep this page open");
  await expect
    .poll(async () => new Set(await said()).size, { message: "percentages on the way" })
    .toBeGreaterThan(4);
  expect(await leavingAsks(page)).toBe(true);

  const percents = (await said()).map((text) => Number.parseInt(text, 10));
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(percents[0]).toBe(0);
  expect(percents.at(-1)).toBeLessThan(100);
  expect(await said()).toContain(`${percents.at(-1)}%, Uploading file...`);

  const gone = page.waitForEvent("requestfailed", (request) => request.method() === "PATCH");
  await page.getByRole("button", { name: "Cancel" }).click();
  await gone;
  await expect(toast(page, "Upload cancelled")).toBeVisible();
  await expect(fileField(page)).toBeEnabled();
  await expect(bar(page)).toHaveCount(0);
  const jobs = await sql`
    select 1 from import_jobs where user_id = (select id from auth.users where email = ${imports.email})`;
  expect(jobs).toHaveLength(0);
  // Leaving the page now loses nothing.
  page.on("dialog", () => expect("a dialog").toBe("none"));
  await page.goto("/");
});

test("an upload goes on while the administrator visits other pages of the console", async ({ page }) => {
  await answerUploads(page);
  const arrive = await holdUploads(page);
  await openImports(page);
  await fileField(page).setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a") });
  await expect(page.getByRole("button", { name: "Cancel" })).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Admin Console" });
  await menu.getByRole("link", { name: "Users" }).click();
  await expect(page).toHaveURL("/admin-console/users");
  expect(await leavingAsks(page)).toBe(true);
  const job = page.waitForRequest((request) => request.url().endsWith("/api/process-csv-import"));
  arrive();
  await job;
  await menu.getByRole("link", { name: "Import Data" }).click();
  await expect(progress(page)).toContainText("Processing: 0 of 134,000 rows (0 inserted)");
});

for (const when of share(["during the upload", "before the upload"] as const, 2)) {
  test(`a session that ended ${when} is said`, async ({ page, imports, context, outside }) => {
    outside.expect(/status of 401/);
    await openImports(page);
    if (when === "before the upload") await context.clearCookies();
    else {
      await page.route("**/api/imports/upload-address", async (route) => {
        const response = await route.fetch();
        await context.clearCookies();
        await route.fulfill({ response });
      });
    }
    await fileField(page).setInputFiles(imports.file(10));
    await expect(toast(page, "Upload failed: Not authenticated")).toBeVisible();
    await expect(page).toHaveURL("/auth?next=%2Fadmin-console%2Fimport");
  });
}

// All texts differ, so that an old message is not mistaken for the next one.
const failures = [
  ["the address", { address: { status: 500, json: { message: "No way in" } } }, "No way in"],
  ["an unreachable server", { address: "none" }, "The server could not be reached. Please try again."],
  ["the upload", { upload: { status: 400, json: { message: "No room left" } } }, "No room left"],
  ["the storage's own words", { upload: { status: 415, json: { error: "Wrong type" } } }, "Wrong type"],
  ["a full disk", { upload: { status: 507, json: { message: "The disk is full" } } }, "The disk is full"],
  ["the job", { job: { status: 500, json: { message: "No such job" } } }, "No such job"],
  ["the start", { start: { status: 404, json: { message: "No start" } } }, "No start"],
] as const;

test("an upload that fails says why", async ({ page, outside }) => {
  outside.expect(/Failed to load resource/);
  const file = { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a") };
  await openImports(page);
  const region = page.getByRole("region", { name: /^Upload/ });
  for (const [name, answers, said] of failures) {
    await test.step(name, async () => {
      await answerUploads(page, answers);
      await fileField(page).setInputFiles(file);
      await expect(toast(page, `Upload failed: ${said}`)).toBeVisible();
      await expect(region).toContainText(`Upload failed: ${said}`);
      await expect(fileField(page)).toBeEnabled();
      await page.unrouteAll();
    });
  }
  // The next upload removes the message.
  await answerUploads(page);
  await fileField(page).setInputFiles(file);
  await expect(progress(page)).toContainText("Processing: 0 of 134,000 rows (0 inserted)");
  await expect(region).not.toContainText("failed");
});

const breaks = [
  [
    "connection that breaks off",
    "none",
    "The connection broke off, or the file could not be read. Please try again.",
  ],
  [
    "proxy without a server",
    { status: 502, body: "<h1>Bad Gateway</h1>" },
    "The server cannot answer at the moment. Please try again.",
  ],
] as const;
for (const [name, upload, said] of breaks) {
  test(`a ${name} is said while it is tried again, and fails the upload at last`, { tag: "@long" }, async ({
    page,
    outside,
  }) => {
    outside.expect(/Failed to load resource/);
    await page.clock.install();
    await answerUploads(page, { upload });
    let tries = 0;
    const underWay = new Set<Request>();
    page.on("request", (request) => {
      if (request.method() === "PATCH") tries += 1;
      if (request.url().includes("/api/imports/")) underWay.add(request);
    });
    const isOver = (request: Request) => underWay.delete(request);
    page.on("requestfinished", isOver);
    page.on("requestfailed", isOver);
    await openImports(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    await fileField(page).setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a") });
    await expect(progress(page)).toContainText(
      "The server does not answer at the moment. The upload goes on once it does; or cancel it and try again.",
    );
    // The pauses between retries grow.
    for (const [count, seconds] of [
      [1, 1],
      [2, 2],
      [3, 4],
    ] as const) {
      await expect.poll(() => tries).toBe(count);
      await page.clock.runFor(seconds * 1000 - 10);
      expect(tries).toBe(count);
      await page.clock.runFor(10);
    }
    const region = page.getByRole("region", { name: /^Upload/ });
    const hasFailed = async () => {
      if ((await region.getByText(`Upload failed: ${said}`).count()) > 0) return true;
      // The clock must not advance during a request, because the page would then time the request out.
      if (underWay.size === 0) await page.clock.runFor(30_000);
      return false;
    };
    await expect.poll(hasFailed, { intervals: [10], timeout: 60_000 }).toBe(true);
    expect(tries).toBeGreaterThan(10);
    // Another try resumes the upload.
    await page.unrouteAll();
    await answerUploads(page, { offset: { headers: { "Upload-Offset": "1" } } });
    const job = page.waitForRequest((request) => /\/api\/imports(\/upload-address)?$/.test(request.url()));
    await page.getByRole("button", { name: "Try again" }).click();
    expect(new URL((await job).url()).pathname).toBe("/api/imports");
  });
}

test("the page polls an import every two seconds, and a failed poll does not fail the import", async ({
  page,
  outside,
}) => {
  outside.expect(/Failed to load resource/);
  const at = (processedRows: number) =>
    ({ json: { job: jobWith({ processedRows, insertedRows: processedRows - 1 }) } }) as const;
  const failing = ["none", { status: 503, body: "" }, { status: 500, json: {} }] as const;
  await answerUploads(page, {
    // The response to the start request is lost, too.
    start: "none",
    polls: [at(33_500), ...failing, "none", at(67_000), at(100_500)],
  });
  await openStill(page);
  const shown = (text: string) => runClockUntil(page, () => progress(page).getByText(text).isVisible());
  await fileField(page).setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a") });
  await shown("Processing: 33,500 of 134,000 rows (33,499 inserted)");
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "25");
  const note = progress(page).getByText("The server does not answer at the moment.");
  await runClockUntil(page, () => note.isVisible());
  await shown("Processing: 67,000 of 134,000 rows (66,999 inserted)");
  await expect(note).toHaveCount(0);
  await shown("Processing: 100,500 of 134,000 rows");
  await expect(toasts(page)).toHaveCount(0);
  // The page first reads the job instead of the lost response, and then polls it.
  const [, ...pauses] = await page.evaluate(() => (window as unknown as { pauses: number[] }).pauses);
  expect(pauses.length).toBeGreaterThanOrEqual(5);
  expect(pauses.map((pause) => Math.floor(pause / 1000))).toEqual(pauses.map(() => 2));
});

test("administrators see the problem that an import is retrying; following it ends with the session or the job", {
  tag: "@long",
}, async ({ page, outside }) => {
  outside.expect(/Failed to load resource/);
  await openImports(page);
  const job = jobWith({ processedRows: 1000, errorMessage: "Rows from 1000 on were not stored: busy" });
  const region = page.getByRole("region", { name: /^Upload/ });
  for (const [answer, said] of [
    [{ status: 404, json: { message: "There is no such import" } }, "There is no such import"],
    [{ status: 401, json: {} }, "You are signed out. The import goes on without you."],
  ] as const) {
    await answerUploads(page, { polls: [{ json: { job } }, answer] });
    await fileField(page).setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a") });
    await expect(progress(page)).toContainText(
      "The server has met a problem and tries again: Rows from 1000 on were not stored: busy",
    );
    await expect(toast(page, said)).toBeVisible();
    await expect(page.getByText("Import failed")).toHaveCount(0);
    await expect(fileField(page)).toBeEnabled();
    await expect(region.getByRole("link", { name: "Sign in" })).toHaveCount(answer.status === 401 ? 1 : 0);
    await page.unrouteAll();
  }
});

test("the page reloads two seconds after an import is complete", async ({ page }) => {
  const job = jobWith({
    status: "completed",
    processedRows: 134_000,
    insertedRows: 133_000,
    updatedRows: 1000,
  });
  await answerUploads(page, { polls: [{ json: { job } }] });
  await openStill(page);
  let polls = 0;
  page.on("request", (request) => {
    if (/imports\/1111/.test(request.url())) polls += 1;
  });
  await fileField(page).setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a") });
  await runClockUntil(page, () => polls === 1);
  // From here on only the test advances the clock.
  await expect(progress(page)).toContainText("Import complete!");
  await expect(progress(page)).toContainText("1,000 updated");
  await page.clock.runFor(1800);
  await expect(progress(page)).toContainText("Import complete!");
  const loaded = page.waitForEvent("load");
  await page.clock.runFor(400);
  await loaded;
  await expect(page).toHaveURL(importPage);
});

test("several files are imported one after the other; one that fails stops no other, and is named", {
  tag: "@long",
}, async ({ page, imports }) => {
  const { promise: third, resolve: sendThird } = Promise.withResolvers<void>();
  await page.route("**/api/imports/upload-address", async (route) => {
    if (route.request().postData()?.includes("third.csv")) await third;
    await route.continue();
  });
  await openImports(page);
  await fileField(page).setInputFiles([
    imports.file(2, { name: "first.csv" }),
    { name: "second.csv", mimeType: "text/csv", buffer: Buffer.from("no,columns\n1,2\n") },
    { name: "picture.png", mimeType: "image/png", buffer: Buffer.from("no file of lectures") },
    imports.file(3, { name: "third.csv" }),
  ]);
  const queue = page.getByRole("region", { name: /^\d of \d files / });
  await expect(queue.getByRole("listitem").last()).toContainText("Waiting");
  await expect(queue.getByRole("listitem").last()).toContainText("Under way");
  const underWay = await queue.boundingBox();
  sendThird();
  await expect(queue.getByRole("heading")).toHaveText("2 of 4 files are in, 2 failed");
  // What is beneath the list does not move.
  expect((await queue.boundingBox())?.height).toBe(underWay?.height);
  await expect(queue.getByRole("listitem")).toContainText([
    /first\.csv.*2 inserted/,
    /second\.csv.*Import failed: /,
    /picture\.png.*Please select a CSV file/,
    /third\.csv.*1 inserted, 2 unchanged/,
  ]);
  expect(await imports.count()).toBe(3);
  await expect(fileField(page)).toBeEnabled();
  await expectAccessible(page, "a queue of files");
  await queue.getByRole("button", { name: "Try 2 files again" }).click();
  await expect(queue.getByRole("heading")).toHaveText("0 of 2 files are in, 2 failed");
  await queue.getByRole("button", { name: "Clear this list" }).click();
  await expect(queue).toHaveCount(0);
  // Leaving the page now loses nothing.
  page.on("dialog", () => expect("a dialog").toBe("none"));
  await page.goto("/");
});
