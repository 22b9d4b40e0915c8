import type { Page } from "@playwright/test";
import { isLongForm } from "../long-form.ts";
import { signInAsAdmin, signInAsNew } from "./accounts.ts";
import { count, title } from "./admin-tables.ts";
import { expectNoViolations, expectNoViolationsInBothSchemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { recordShifts } from "./layout-shifts.ts";
import { hrefs, texts } from "./pages.ts";

const card = (page: Page, label: string) =>
  page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });
const panel = (page: Page, name: string) => page.getByRole("region", { name });

test.beforeEach(async ({ page, baseURL, sql }) => {
  await signInAsAdmin(page, baseURL!, sql);
});

test.describe("dashboard", () => {
  test("every number is the database's and leads on, weeks are plots or a table, and nothing moves", async ({
    page,
    sql,
  }) => {
    await sql`delete from private.weekly_counts`;
    await sql`
      insert into private.weekly_counts (week, lectures, accounts, active_learners, completions)
      select date_trunc('week', now() at time zone 'utc')::date - 7 * n, nullif(27353 - 410 * n, 27353 - 410 * 9),
        1200 - 61 * n, case when n < 9 then 130 - 9 * n + 31 * (n % 3) end, case when n < 9 then 900 - 70 * (n % 4) end
      from generate_series(0, 15) n where n <> 5`;
    const day = (n: number) => sql`(now() at time zone 'utc')::date - ${n}::int`;
    await sql`
      insert into private.missed_searches (query, day, count)
      values ('quaternions', ${day(0)}, 4), ('quaternions', ${day(1)}, 2), ('<b>bold</b>', ${day(1)}, 1),
        ('<b>bold</b>', ${day(2)}, 3), ('once', ${day(0)}, 1)`;
    const [counts] = await sql`
      select count(*)::int as lectures, count(distinct "Course Name")::int as courses,
        count(distinct "Subject")::int as subjects from lectures`;
    const users = async () => Number((await sql`select count(*) from profiles`)[0]?.count);
    const before = await users();
    const shiftsOf = await recordShifts(page);
    await page.goto("/admin-console");
    const numberOf = async (label: string) =>
      Number((await card(page, label).locator("dd").textContent())?.replaceAll(",", ""));
    expect(await numberOf("Total Lectures")).toBe(counts?.lectures);
    expect(await numberOf("Total Courses")).toBe(counts?.courses);
    expect(await numberOf("Subjects")).toBe(counts?.subjects);
    // Other tests may sign up accounts at the same time.
    expect(await numberOf("Total Users")).toBeGreaterThanOrEqual(before);
    expect(await numberOf("Total Users")).toBeLessThanOrEqual(await users());
    const information = page.getByRole("region", { name: "Database Information" });
    expect(await texts(information.locator("dt"))).toEqual(["Table", "Total records"]);
    expect(await texts(information.locator("dd"))).toEqual(["lectures", count(counts?.lectures)]);
    await expect(page.getByRole("main").getByRole("link", { name: "Import Data" })).toHaveCount(0);
    const links = page.locator("dl").first().getByRole("link");
    expect(await texts(links)).toEqual(["Total Lectures", "Total Courses", "Total Users", "Subjects"]);
    expect(await hrefs(links)).toEqual([
      "/admin-console/lectures",
      "/courses/All",
      "/admin-console/users",
      "/subjects",
    ]);
    const weeks = panel(page, "Week by week");
    await expect(weeks.locator("svg.recharts-surface")).toHaveCount(4);
    await expect(weeks.locator(".recharts-bar-rectangle path")).not.toHaveCount(0);
    // Shifts in the console's header are not part of this test.
    expect((await shiftsOf()).filter((shift) => !shift.includes('aria-label="Account"'))).toEqual([]);
    await expectNoViolationsInBothSchemes(page, "the dashboard with plots");

    // Screen readers get the table even if it is not visible.
    const rows = weeks.getByRole("table").getByRole("row");
    await expect(rows).toHaveCount(17);
    const cellsOf = (row: number) => texts(rows.nth(row).getByRole("cell"));
    // The totals of this week are the current totals.
    expect(await cellsOf(1)).toEqual([
      await card(page, "Total Lectures").locator("dd").textContent(),
      await card(page, "Total Users").locator("dd").textContent(),
      "130",
      "900",
    ]);
    expect(await cellsOf(2)).toEqual(["26,943", "1,139", "152", "830"]);
    expect(await cellsOf(6)).toEqual(Array(4).fill("—Not counted"));
    const toggle = weeks.getByRole("button", { name: "Show as table" });
    await toggle.focus();
    await page.keyboard.press("Space");
    await expect(toggle).toHaveAttribute("aria-pressed", "true");
    await expect(weeks.locator("svg.recharts-surface")).toHaveCount(0);
    expect((await weeks.getByRole("table").boundingBox())?.width).toBeGreaterThan(200);
    await expectNoViolations(page, "the dashboard with a table");

    const imports = panel(page, "Recent imports").getByRole("listitem");
    await expect(imports).toHaveCount(5);
    await expect(imports.first()).toContainText(/Master_-_Lectern-\d+\.csv.* inserted.*Completed/s);
    const searches = panel(page, "Searches that found nothing");
    expect(await texts(searches.getByRole("listitem"))).toEqual([
      "quaternions6 times on 2 days",
      "<b>bold</b>4 times on 2 days",
    ]);
    await expect(searches.getByRole("link", { name: "quaternions" })).toHaveAttribute(
      "href",
      "/search?q=quaternions",
    );
    const course = panel(page, "Courses to complete").getByRole("link").first();
    const name = await course.textContent();
    await course.click();
    await expect(page).toHaveURL(/\/admin-console\/lectures\?q=/);
    await expect(page.getByRole("cell", { name: name!, exact: true }).first()).toBeVisible();
    await page.goto("/admin-console");
    await imports.first().getByRole("link").click();
    await expect(page).toHaveURL(/\/admin-console\/import\/[0-9a-f-]{36}$/);
  });

  test("viewers see the same numbers, and no way to the accounts", async ({ visitor, baseURL, sql }) => {
    const page = await visitor();
    const email = await signInAsNew(page, baseURL!);
    await sql`insert into user_roles select id, 'viewer' from auth.users where email = ${email}`;
    await page.goto("/admin-console");
    expect(await texts(page.locator("dl").first().getByRole("link"))).toEqual([
      "Total Lectures",
      "Total Courses",
      "Subjects",
    ]);
    await expect(card(page, "Total Users").locator("dd")).toHaveText(/^\d/);
    await expect(panel(page, "Week by week").getByRole("table").getByRole("row")).not.toHaveCount(0);
    if (isLongForm) await expectNoViolations(page, "a viewer's dashboard");
  });
});

test.describe("an empty catalogue", () => {
  test("invites administrators to import", async ({ page, sql }) => {
    // While these changes last, a signed-in visitor sees no courses.
    const tables = ["course_summaries", "subject_summaries"];
    const [totals] = await sql`select course_count, lecture_count from catalogue_totals`;
    await sql`update catalogue_totals set course_count = 0, lecture_count = 0`;
    for (const table of tables)
      await sql`create policy nothing on ${sql(table)} as restrictive for select to authenticated using (false)`;
    try {
      const open = async (path: string) => {
        await page.goto(path);
        await expect(page.getByRole("heading", { name: "The catalogue is empty" })).toBeVisible();
        const link = page.getByRole("main").getByRole("link", { name: "Import Data" });
        await expect(link).toHaveAttribute("href", "/admin-console/import");
      };
      await open("/admin-console");
      await expectNoViolations(page, "the dashboard of an empty catalogue");
      await expect(page.getByText("Total records").locator("..")).toHaveText("Total records0");
      await open("/admin-console/lectures?q=x&page=3");
      await open("/admin-console/lectures");
      await expectNoViolations(page, "lectures of an empty catalogue");
      await expect(title(page)).toHaveText("Lectures (0)");
      await expect(page.getByRole("table")).toHaveCount(0);
    } finally {
      for (const table of tables) await sql`drop policy nothing on ${sql(table)}`;
      await sql`update catalogue_totals set ${sql({ ...totals })}`;
    }
  });
});
