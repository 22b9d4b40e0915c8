import { truncate, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { signInAsAdmin } from "./accounts.ts";
import { runClockUntil } from "./clock.ts";
import {
  answerUploads,
  bar,
  expect,
  fileField,
  historyRow,
  importPage,
  openImports,
  progress,
  recordProgress,
  stagesOf,
  test,
} from "./imports.ts";
import { coursePath, toast } from "./pages.ts";

/** Drops files that exist only in the browser. */
async function drop(page: Page, selector: string, ...names: string[]): Promise<boolean> {
  return page.locator(selector).evaluate((target, names) => {
    const dataTransfer = new DataTransfer();
    for (const name of names) dataTransfer.items.add(new File(["no,columns\n"], name));
    const options = { dataTransfer, bubbles: true, cancelable: true };
    target.dispatchEvent(new DragEvent("dragover", options));
    return target.dispatchEvent(new DragEvent("drop", options));
  }, names);
}

test.describe("an import", () => {
  test("goes through every stage to the catalogue, on a wide screen and on a phone", async ({
    page,
    imports,
    sql,
  }) => {
    const [wide, phone] = [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ];
    await page.setViewportSize(wide);
    await page.clock.install();
    await openImports(page);
    const said = await recordProgress(page);
    await imports.hold();
    await fileField(page).setInputFiles(imports.file(25, { rejected: 2 }));
    await expect(progress(page)).toContainText("Processing: 0 of 25 rows (0 inserted)");
    for (const viewport of [wide, phone]) {
      await page.setViewportSize(viewport);
      await expect(progress(page)).toContainText("You can close this page.");
      await expect(progress(page)).toBeInViewport();
      await expect(bar(page)).toHaveAttribute("aria-valuenow", "0");
      await expect(historyRow(page, "lectures.csv").first()).toContainText("Processing 0%");
    }
    // From here on the page's clock advances in steps, so that the reload after the import cannot remove the result.
    await page.clock.pauseAt(Date.now() + 60_000);
    await imports.release();
    await runClockUntil(page, () => progress(page).getByText("Import complete!").isVisible());
    await expect(progress(page)).toContainText("2 rejected");
    await expect(bar(page)).toHaveAttribute("aria-valuenow", "100");
    expect(stagesOf(await said())).toEqual([
      "Uploading file...",
      "Creating import job...",
      "Starting import...",
      "Processing in background...",
      "Processing: 0 of 25 rows (0 inserted)",
      ...stagesOf(await said()).filter((text) => /^Processing: 25 of/.test(text)),
      "Import complete!",
    ]);
    expect(await imports.count()).toBe(23);

    const loaded = page.waitForEvent("load");
    await page.clock.runFor(2500);
    await loaded;
    await page.clock.resume();
    const row = historyRow(page, "lectures.csv").first();
    await expect(row).toContainText("Completed");
    await expect(row.getByRole("cell", { name: "23", exact: true })).toBeVisible();
    await expect(fileField(page)).toBeEnabled();
    const [job] = await sql`
      select status, file_name, inserted_rows, rejected_rows, total_rows from import_jobs
      where user_id = (select id from auth.users where email = ${imports.email})`;
    expect(job).toEqual({
      status: "completed",
      file_name: "lectures.csv",
      inserted_rows: 23,
      rejected_rows: 2,
      total_rows: 25,
    });

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download rejected rows of lectures.csv" }).first().click(),
    ]);
    expect(download.suggestedFilename()).toBe("lectures-rejected-rows.csv");
    expect((await page.goto(coursePath(imports.course)))?.status()).toBe(200);
  });

  test("goes on while its page is closed, and every administrator who opens the page sees it", async ({
    page,
    imports,
    visitor,
    baseURL,
    sql,
  }) => {
    await openImports(page);
    await imports.hold();
    await fileField(page).setInputFiles(imports.file(12));
    await expect(progress(page)).toContainText("Processing: 0 of 12 rows (0 inserted)");
    // Leaving asks for no confirmation, because the page may be closed.
    page.on("dialog", (dialog) => expect(dialog.type()).toBe("nothing"));
    await page.goto("/");

    const other = await visitor();
    await signInAsAdmin(other, baseURL!, sql);
    for (const screen of [page, other]) {
      await screen.goto(importPage);
      await expect(progress(screen)).toContainText("Processing: 0 of 12 rows (0 inserted)");
      await expect(fileField(screen)).toHaveCount(0);
    }
    await imports.release();
    await Promise.all(
      [page, other].map((screen) => expect(toast(screen, "Successfully imported 12 rows!")).toBeVisible()),
    );
    expect(await imports.count()).toBe(12);
  });

  test("is announced once, also when it ends on another page of the console", { tag: "@long" }, async ({
    page,
    imports,
  }) => {
    await openImports(page);
    await imports.hold();
    await fileField(page).setInputFiles(imports.file(12));
    await expect(progress(page)).toContainText("Processing: 0 of 12 rows (0 inserted)");
    // After this, the page in the router cache shows the import.
    await page.reload();
    await expect(progress(page)).toContainText("Processing: 0 of 12 rows (0 inserted)");
    await page.getByRole("link", { name: "Users" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Users");
    await imports.release();
    const done = toast(page, "Successfully imported 12 rows!");
    await expect(done).toBeVisible();
    await expect(done).toHaveCount(0);
    await page.goBack();
    await expect(fileField(page)).toBeEnabled();
    await expect(historyRow(page, "lectures.csv").first()).toContainText("Completed");
    await expect(fileField(page)).toBeEnabled();
    await expect(done).toHaveCount(0);
  });

  test("that fails says why and goes on at a retry", async ({ page, imports, sql }) => {
    await openImports(page);
    await imports.hold();
    await fileField(page).setInputFiles(imports.file(15));
    await expect(progress(page)).toContainText("Processing: 0 of 15 rows (0 inserted)");
    await sql`
      update import_jobs set status = 'failed', error_message = 'The disk is full', lease_owner = null, lease_until = null
      where status = 'processing' and user_id = (select id from auth.users where email = ${imports.email})`;
    await expect(toast(page, "Import failed: The disk is full")).toBeVisible();
    await expect(fileField(page)).toBeEnabled();
    await expect(page.getByRole("region", { name: /^Upload/ })).toContainText(
      "Import failed: The disk is full",
    );
    const row = historyRow(page, "lectures.csv").first();
    await expect(row).toContainText("Failed");
    await expect(row).toContainText("The disk is full");
    await imports.release();

    const said = await recordProgress(page);
    await row.getByRole("button", { name: "Retry lectures.csv" }).click();
    await expect(progress(page)).toBeFocused();
    await expect(toast(page, "Successfully imported 15 rows!")).toBeVisible();
    expect((await said())[0]).toBe("Starting import...");
    expect(await imports.count()).toBe(15);
  });

  test("of a file that is no table fails with what is wrong with it", async ({ page }) => {
    await openImports(page);
    await drop(page, "[data-drop-zone]", "dropped.csv");
    await expect(toast(page, "Import failed: The file's first row")).toBeVisible();
    await expect(historyRow(page, "dropped.csv").first()).toContainText("Failed");
  });
});

test("administrators can send CSV files, of at most 100 MB each", async ({ page, outside }, testInfo) => {
  outside.expect(/status of 400/);
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
  await openImports(page);
  const region = page.getByRole("region", { name: "Upload Large CSV File (max 100MB)" });

  await fileField(page).setInputFiles({ name: "lectures.xlsx", mimeType: "", buffer: Buffer.from("x") });
  await expect(toast(page, "Please select a CSV file")).toBeVisible();
  await expect(region).toContainText("Please select a CSV file");

  const large = testInfo.outputPath("large.csv");
  await writeFile(large, "");
  await truncate(large, 100 * 1024 * 1024 + 1);
  await fileField(page).setInputFiles(large);
  await expect(toast(page, "File size must be less than 100MB")).toBeVisible();
  await expect(region).toContainText("File size must be less than 100MB");

  expect(await drop(page, "[data-drop-zone]", "picture.png")).toBe(false);
  await expect(toast(page, "Please select a CSV file")).toHaveCount(2);
  // A file dropped outside the zone is ignored, and the browser does not navigate to it either.
  expect(await drop(page, "h1", "a.csv")).toBe(false);
  expect(sent).toEqual([]);

  // A file at the size limit is accepted: the page requests an upload address.
  await answerUploads(page, { address: { status: 400, json: { message: "Not today" } } });
  await truncate(large, 100 * 1024 * 1024);
  await fileField(page).setInputFiles(large);
  await expect(toast(page, "Upload failed: Not today")).toBeVisible();
});
