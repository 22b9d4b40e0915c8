import type { Page } from "@playwright/test";
import { share } from "../long-form.ts";
import { bar, expect, fileField, historyRow, openImports, recordProgress, test } from "./imports.ts";
import { texts, toast } from "./pages.ts";

const region = (page: Page) => page.getByRole("region", { name: "Preset files" });
const button = (page: Page, number: number) =>
  region(page).getByRole("button", { name: `Import Master Lectern-${number}`, exact: true });
const numbers = Array.from({ length: 13 }, (_, index) => index + 4);

test.describe("the preset files", () => {
  test("administrators can import the preset files again without changing anything", async ({
    page,
    sql,
  }) => {
    test.setTimeout(240_000);
    const fingerprint = () => sql`select count(*), md5(string_agg(l::text, '' order by id)) from lectures l`;
    const before = await fingerprint();
    await openImports(page);
    expect(await texts(region(page).getByRole("button"))).toEqual(
      numbers.map((number) => `Import Master Lectern-${number}`),
    );
    const totals = await sql`
      select file_path as path, total_rows as total from import_jobs where user_id is null order by length(file_path), file_path`;
    expect(totals.map(({ path }) => path)).toEqual(
      numbers.map((number) => `data/Master_-_Lectern-${number}.csv`),
    );
    expect(totals.reduce((sum, { total }) => sum + total, 0)).toBe(27_353);
    // The first start has imported each before. In the long form one more is imported, twice in a row.
    for (const number of share([16, 4, 4], 3)) {
      const total: string = totals[number - 4]?.total.toLocaleString("en-US");
      await button(page, number).click();
      const done = toast(page, `Successfully imported 0 of ${total} rows!`).first();
      await expect(done).toContainText(`${total} unchanged`, { timeout: 60_000 });
    }
    expect(await fingerprint()).toEqual(before);
  });

  test("administrators can restore missing lectures from a preset file, one file at a time", async ({
    page,
    imports,
    sql,
  }) => {
    const name = "Biology: Evolution and natural selection";
    const kept = await sql`select * from lectures where "Course Name" = ${name} order by id`;
    await sql`delete from lectures where "Course Name" = ${name} and "Lecture Number" > 1`;
    await page.setViewportSize({ width: 320, height: 900 });
    await openImports(page);
    const said = await recordProgress(page);
    await imports.hold();
    const placeOf = async () => {
      const boxes = [region(page), button(page, 8)].map((one) => one.boundingBox());
      const [around, own] = await Promise.all(boxes);
      return own!.y - around!.y;
    };
    const before = await placeOf();
    await button(page, 7).click();
    await expect(button(page, 7)).toBeDisabled();
    await expect(button(page, 8)).toBeDisabled();
    await expect(fileField(page)).toBeDisabled();
    await expect(bar(page)).toBeVisible();
    // Neither the focus nor the buttons move.
    await expect(button(page, 7)).toBeFocused();
    expect(await placeOf()).toBe(before);
    await button(page, 8).click({ force: true });
    await imports.release();
    const missing = kept.length - 1;
    await expect(toast(page, `Successfully imported ${missing} of 581 rows!`)).toContainText(
      `${581 - missing} unchanged`,
    );
    expect(await said()).toEqual(["Fetching CSV file...", "Processing CSV data..."]);
    await expect(button(page, 8)).toBeEnabled();
    await expect(fileField(page)).toBeEnabled();
    await expect(historyRow(page, "Master_-_Lectern-7.csv").first()).toContainText(String(missing));
    await expect(
      historyRow(page, "Master_-_Lectern-8.csv").filter({ hasNotText: "At first start" }),
    ).toHaveCount(0);
    const [found] = await sql`select count(*)::int as count from lectures where "Course Name" = ${name}`;
    expect(found?.count).toBe(kept.length);
  });
});

const preset = "**/data/Master_-_Lectern-5.csv";
const route = "**/api/import-csv";
const failures = [
  ["a file that is not there", preset, { status: 404, body: "" }, "Failed to fetch CSV: Not Found"],
  [
    "no connection",
    preset,
    "none",
    "Failed to fetch CSV: The server could not be reached. Please try again.",
  ],
  [
    "a file that is refused",
    route,
    { status: 422, json: { message: "The file is empty." } },
    "Import failed: The file is empty.",
  ],
  ["a session that has ended", route, { status: 401, json: {} }, "Import failed: Not authenticated"],
  [
    "a server that is lost",
    route,
    "none",
    "Import failed: The server could not be reached. Please try again.",
  ],
] as const;

test("administrators are told why a preset file was not imported", { tag: "@long" }, async ({
  page,
  outside,
}) => {
  outside.expect(/Failed to load resource/);
  await openImports(page);
  for (const [name, path, answer, said] of failures) {
    await test.step(name, async () => {
      await page.route(path, (request) => (answer === "none" ? request.abort() : request.fulfill(answer)));
      await button(page, 5).click();
      await expect(toast(page, said)).toBeVisible();
      await expect(region(page)).toContainText(said);
      await expect(button(page, 5)).toBeEnabled();
      await page.unrouteAll();
    });
  }
});
