import { share } from "../long-form.ts";
import { menu } from "./admin-menu.ts";
import { expect, historyRow, importPage, openImports, test } from "./imports.ts";
import { texts } from "./pages.ts";

test.describe("the history", () => {
  test("shows every import, the newest first, 20 a page", async ({ page, imports, sql }) => {
    const day = (index: number) => new Date(Date.UTC(2099, 0, 1 + index)).toISOString();
    for (let index = 0; index < 45; index++) {
      await imports.addJob({ file_name: `history-${index}.csv`, created_at: day(index), total_rows: 0 });
    }
    const rows = page.getByRole("region", { name: "Import history" }).getByRole("rowheader");
    const names = async () => (await texts(rows)).map((text) => text.replace(/\.csv.*/, ""));
    const expected = (from: number) => Array.from({ length: 20 }, (_, index) => `history-${from - index}`);
    await openImports(page);
    expect(await names()).toEqual(expected(44));
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL(`${importPage}?page=2`);
    await expect.poll(names).toEqual(expected(24));
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(rows.nth(4)).toContainText("history-0");

    // Checks of files and corrections by hand are jobs as well, and not in the history.
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int as count from import_jobs where mode in ('import', 'undo')`;
    await page.goto(`${importPage}?page=${Math.ceil(count / 20)}`);
    await expect(rows).toHaveCount(count % 20 || 20);
    await expect(page.getByRole("link", { name: "Next page" })).toHaveCount(0);
    await page.getByRole("link", { name: "Previous page" }).click();
    await expect(rows).toHaveCount(20);
    for (const nonsense of share(["0", "-1", "x", "1.5", "99999999999999999999"], 2)) {
      await page.goto(`${importPage}?page=${nonsense}`);
      expect(await names(), nonsense).toEqual(expected(44));
    }
    await page.goto(`${importPage}?page=999`);
    await expect(page).toHaveURL(`${importPage}?page=${Math.ceil(count / 20)}`);
  });

  test("shows counts, date and actions of an import", async ({ page, imports, visitor }) => {
    await imports.addJob({
      file_name: "counted.csv",
      file_size: 94_371_840,
      status: "failed",
      error_message: "The disk is full",
      total_rows: 134_000,
      processed_rows: 60_000,
      inserted_rows: 51_000,
      updated_rows: 7000,
      unchanged_rows: 1500,
      rejected_rows: 500,
      created_at: "2026-11-21T08:07:43Z",
    });
    await openImports(page);
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const row = historyRow(page, "counted.csv");
      for (const text of [
        "90 MB",
        "Failed",
        "51,000",
        "7,000",
        "1,500",
        "500",
        "134,000",
        "The disk is full",
      ]) {
        await expect(row.getByText(text, { exact: false }).first()).toBeVisible();
      }
      await expect(row.getByRole("button", { name: "Retry counted.csv" })).toBeVisible();
      await expect(row.getByRole("link", { name: "Download rejected rows of counted.csv" })).toBeVisible();
      await expect(row.locator("time")).toHaveAttribute("datetime", "2026-11-21T08:07:43.000Z");
    }
    // Columns match their headings.
    await page.setViewportSize({ width: 1440, height: 900 });
    const table = page.getByRole("region", { name: "Import history" }).getByRole("table");
    expect(await texts(table.getByRole("columnheader"))).toEqual([
      "File",
      "Status",
      "Inserted",
      "Updated",
      "Unchanged",
      "Removed",
      "Rejected",
      "Rows",
    ]);
    const cells = await texts(historyRow(page, "counted.csv").getByRole("cell"));
    expect(cells.slice(1, 7).map((text) => text.replace(/ .*/, ""))).toEqual([
      "51,000",
      "7,000",
      "1,500",
      "0",
      "500",
      "134,000",
    ]);

    // Times are in the reader's time zone.
    const far = await visitor({
      timezoneId: "Asia/Tokyo",
      storageState: await page.context().storageState(),
    });
    await far.goto(importPage);
    await expect(historyRow(far, "counted.csv").locator("time")).toHaveText("Nov 21, 2026, 17:07 GMT+9");
  });

  test("marks what was loaded at first start", async ({ page, sql }) => {
    const jobs = await sql`select file_path, total_rows from import_jobs where user_id is null`;
    expect(jobs).toHaveLength(13);
    await openImports(page);
    const [job] = jobs;
    const row = historyRow(page, job?.file_path.replace("data/", "")).filter({ hasText: "At first start" });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(job?.total_rows.toLocaleString("en-US"));
    await expect(row.getByRole("button")).toHaveCount(0);
  });
});

test("administrators see that nothing was imported yet", async ({ page, sql }) => {
  const kept = await sql`delete from import_jobs returning *`;
  try {
    await openImports(page);
    await expect(page.getByText("No imports yet")).toBeVisible();
  } finally {
    await sql`insert into import_jobs ${sql(kept)}`;
  }
});

test("administrators who come back to the page see what was imported meanwhile", { tag: "@long" }, async ({
  page,
  imports,
}) => {
  await openImports(page);
  await menu(page).getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL("/admin-console");
  await imports.addJob({ file_name: "meanwhile.csv", total_rows: 0 });
  await page.goBack();
  await expect(historyRow(page, "meanwhile.csv")).toBeVisible();
  await menu(page).getByRole("link", { name: "Dashboard" }).click();
  await imports.addJob({ file_name: "later.csv", total_rows: 0 });
  await menu(page).getByRole("link", { name: "Import Data" }).click();
  await expect(historyRow(page, "later.csv")).toBeVisible();
});
