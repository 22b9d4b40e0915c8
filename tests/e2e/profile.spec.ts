import { percentOf } from "../../lib/percent.ts";
import { signInAsNew } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { recordShifts } from "./layout-shifts.ts";
import { holdRequests } from "./pages.ts";

/** Adds progress in `courses` courses: every lecture of the first course, and one lecture of each other course. */
async function learn(sql: import("postgres").Sql, email: string, courses: number) {
  await sql`
    insert into user_progress (user_id, record_id, completed)
    select u.id, l.id, true
    from auth.users u, (
      select l.id, row_number() over (partition by c.course_name order by l.id) as number,
        dense_rank() over (order by c.lecture_count, c.course_name) as position
      from course_summaries c join lectures l on l."Course Name" = c.course_name
    ) l
    where u.email = ${email} and l.position <= ${courses} and (l.position = 1 or l.number = 1)`;
}

const titles = (page: import("@playwright/test").Page) =>
  page.locator("#my-learning").locator("..").locator("..").getByRole("heading", { level: 3 });

test("learners without progress see that there is none yet", async ({ page, baseURL }) => {
  const email = await signInAsNew(page, baseURL!, "grace");
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/learning", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto("/profile");
  const sections = page.getByRole("navigation", { name: "Profile" });
  await expect(page.getByText("Loading your profile")).toBeVisible();
  await expect(sections.getByRole("link", { name: "Learning" })).toHaveAttribute("aria-current", "page");
  await sections.getByRole("link", { name: "Account" }).focus();
  answer.resolve();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(email.split("@")[0]!);
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByText("No learning activity yet")).toBeVisible();
  // A link that is replaced while it is pressed leads nowhere, and loses the focus.
  await expect(sections.getByRole("link", { name: "Account" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Admin Console" })).toHaveCount(0);
  await page.getByRole("link", { name: "Browse Courses" }).click();
  await expect(page).toHaveURL("/");
});

test("learners see numbers, order and filters that agree with the database, by addresses that can be shared", async ({
  page,
  baseURL,
  sql,
}) => {
  const email = await signInAsNew(page, baseURL!);
  await learn(sql, email, 60);
  const rows = await sql`
    select c.course_name as name, c.subject, c.institution, c.lecture_count as lectures, count(*)::int as completed
    from user_progress p join auth.users u on u.id = p.user_id join lectures l on l.id = p.record_id
      join course_summaries c on c.course_name = l."Course Name"
    where u.email = ${email} group by 1, 2, 3, 4`;
  const done = rows.filter(({ lectures, completed }) => lectures === completed).length;
  const sum = (field: "lectures" | "completed") => rows.reduce((total, row) => total + row[field], 0);
  const shifts = await recordShifts(page);
  await page.goto("/profile");
  const stats = page.getByRole("region", { name: "Learning Stats" });
  await expect(stats).toContainText(`${percentOf(sum("completed"), sum("lectures"))}%`);
  await expect(stats.getByText("Completed")).toHaveText(`Completed${done}`);
  await expect(stats.getByText("In Progress")).toHaveText(`In Progress${rows.length - done}`);
  await expect(titles(page)).toHaveCount(rows.length);
  expect(await shifts()).toEqual([]);

  const titleBefore = await titles(page).first().textContent();
  await page.getByRole("combobox", { name: "Sort by" }).click();
  await expect(page.getByRole("option")).toHaveText(["Most Recent", "Progress", "Course Name"]);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "Progress" })).toHaveCSS("outline-style", "solid");
  await page.evaluate(() => scrollTo(0, 200));
  await page.getByRole("option", { name: "Course Name" }).click();
  await expect(page).toHaveURL("/profile?sort=name");
  await expect(titles(page).first()).not.toHaveText(titleBefore!);
  expect(await page.evaluate(() => scrollY)).toBe(200);
  const shown = (await titles(page).allTextContents()).map((title) => title.trim());
  expect(shown).toEqual([...shown].sort((a, b) => a.localeCompare(b, "en")));

  const subject = rows[0]?.subject;
  await page.getByRole("combobox", { name: "Subject" }).click();
  await expect(page.getByRole("option").first()).toHaveText("All Subjects");
  await page.getByRole("option", { name: subject, exact: true }).click();
  await expect(titles(page)).toHaveCount(rows.filter((row) => row.subject === subject).length);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Subject" })).toHaveText(subject);
  await expect(titles(page)).toHaveCount(rows.filter((row) => row.subject === subject).length);
  await page.goto("/profile?subject=No+such+subject");
  await expect(page.getByRole("status").getByText("No courses match your filters")).toBeVisible();
});

test("learners see all of five hundred courses in progress", { tag: "@long" }, async ({
  page,
  baseURL,
  sql,
}) => {
  const email = await signInAsNew(page, baseURL!);
  await learn(sql, email, 500);
  await page.goto("/profile");
  await expect(titles(page)).toHaveCount(500);
});

test("administrators find the way to their console", async ({ page, baseURL, sql }) => {
  const email = await signInAsNew(page, baseURL!);
  await sql`insert into user_roles select id, 'admin' from auth.users where email = ${email}`;
  await page.setViewportSize({ width: 360, height: 800 });
  const answer = await holdRequests(page, "**/api/viewer");
  await page.goto("/profile");
  // It can be pressed before the account is known.
  const account = page.getByRole("navigation", { name: "Profile" }).getByRole("link", { name: "Account" });
  const before = await account.boundingBox();
  answer();
  await expect(page.getByRole("link", { name: "Admin Console" })).toHaveAttribute("href", "/admin-console");
  expect(await account.boundingBox()).toEqual(before);

  const factor = await holdRequests(page, "**/api/auth/two-factor");
  const own = page.waitForResponse("**/api/auth/account");
  await account.click();
  await own;
  await expect(page.getByText("Loading your profile")).toBeAttached();
  await expect(page.getByRole("region", { name: "Sessions" })).toHaveCount(0);
  factor();
  await expect(page.getByRole("region", { name: "Sessions" })).toBeVisible();
});
