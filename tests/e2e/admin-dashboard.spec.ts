import { signInAsAdmin } from "./accounts.ts";
import { count, title } from "./admin-tables.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { hrefs, texts } from "./pages.ts";

test.beforeEach(async ({ page, baseURL, sql }) => {
  await signInAsAdmin(page, baseURL!, sql);
});

test.describe("dashboard", () => {
  test("administrators see the database's numbers", async ({ page, sql }) => {
    const [counts] = await sql`
      select count(*)::int as lectures, count(distinct "Course Name")::int as courses,
        count(distinct "Subject")::int as subjects from lectures`;
    const users = async () => Number((await sql`select count(*) from profiles`)[0]?.count);
    const before = await users();
    await page.goto("/admin-console");
    const numberOf = async (label: string) =>
      Number(
        (await page.getByText(label, { exact: true }).locator("..").locator("dd").textContent())?.replaceAll(
          ",",
          "",
        ),
      );
    expect(await numberOf("Total Lectures")).toBe(counts?.lectures);
    expect(await numberOf("Total Courses")).toBe(counts?.courses);
    expect(await numberOf("Subjects")).toBe(counts?.subjects);
    // Other tests sign up meanwhile.
    expect(await numberOf("Total Users")).toBeGreaterThanOrEqual(before);
    expect(await numberOf("Total Users")).toBeLessThanOrEqual(await users());
    const information = page.getByRole("region", { name: "Database Information" });
    expect(await texts(information.locator("dt"))).toEqual(["Table", "Total records"]);
    expect(await texts(information.locator("dd"))).toEqual(["lectures", count(counts?.lectures)]);
    await expect(page.getByRole("main").getByRole("link", { name: "Import Data" })).toHaveCount(0);
  });
});

test.describe("an empty catalogue", () => {
  test("invites administrators to import", async ({ page, sql }) => {
    // A signed-in visitor sees no course for as long as these last.
    const tables = ["course_summaries", "subject_summaries"];
    const [totals] = await sql`select course_count, lecture_count from catalogue_totals`;
    await sql`update catalogue_totals set course_count = 0, lecture_count = 0`;
    for (const table of tables)
      await sql`create policy nothing on ${sql(table)} as restrictive for select to authenticated using (false)`;
    try {
      for (const path of [
        "/admin-console",
        "/admin-console/lectures",
        "/admin-console/lectures?q=x&page=3",
      ]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { name: "The catalogue is empty" })).toBeVisible();
        const link = page.getByRole("main").getByRole("link", { name: "Import Data" });
        await expect(link).toHaveAttribute("href", "/admin-console/import");
        await expectNoViolations(page, path);
      }
      await page.goto("/admin-console");
      await expect(page.getByText("Total records").locator("..")).toHaveText("Total records0");
      await page.goto("/admin-console/lectures");
      await expect(title(page)).toHaveText("Lectures (0)");
      await expect(page.getByRole("table")).toHaveCount(0);
    } finally {
      for (const table of tables) await sql`drop policy nothing on ${sql(table)}`;
      await sql`update catalogue_totals set ${sql({ ...totals })}`;
    }
  });
});

test("pages without a function yet say so", async ({ page }) => {
  for (const [path, name] of [
    ["add-series", "Add Lecture Series"],
    ["tags", "Tags"],
    ["files", "Files"],
  ]) {
    await page.goto(`/admin-console/${path}`);
    await expect(title(page)).toHaveText(name!);
    await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
    expect(await hrefs(page.getByRole("main").getByRole("link"))).toEqual(["/admin-console/import"]);
  }
});
