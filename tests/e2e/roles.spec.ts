import type { Page } from "@playwright/test";
import type { Sql } from "postgres";
import { signInAsAdmin, signInAsNew } from "./accounts.ts";
import { expectReady, menu, openConsole } from "./admin-menu.ts";
import { idOf } from "./admin-people.ts";
import { cells, title } from "./admin-tables.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { texts, toast } from "./pages.ts";

const give = async (sql: Sql, email: string, role: string) =>
  sql`
    insert into user_roles select id, ${role} from auth.users where email = ${email}
    on conflict (user_id) do update set role = excluded.role`;
const entriesOf = async (page: Page) => texts(menu(page).getByRole("listitem").getByRole("link"));
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test("an administrator gives a role by e-mail, which an open page of the account has at once", async ({
  page,
  sql,
  baseURL,
  visitor,
  outside,
}) => {
  const admin = await signInAsAdmin(page, baseURL!, sql);
  const other = await visitor();
  const email = await signInAsNew(other, baseURL!, "colleague");
  await openConsole(page, "/admin-console/users");
  const field = page.getByLabel("Email of the account");
  await field.fill("colleague");
  await page.getByRole("button", { name: "Give this role" }).click();
  await expect(field).toHaveAccessibleDescription("Invalid email address");
  outside.expect(/status of 404 .*\/api\/roles/);
  await field.fill("nobody@example.org");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription("There is no account with this email address.");
  await field.fill(email.toUpperCase());
  await page.getByLabel("Role", { exact: true }).first().selectOption("Editor");
  await page.getByRole("button", { name: "Give this role" }).click();
  await expect(toast(page, `${email.toUpperCase()} is an editor now.`)).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(row(page, email).getByRole("cell").nth(3)).toHaveText("editor");

  await other.goto("/profile");
  await other.getByRole("link", { name: "Admin Console" }).click();
  await expect(other).toHaveURL("/admin-console");
  await expectReady(other);
  expect(await entriesOf(other)).toEqual([
    "Dashboard",
    "Lectures",
    "Courses",
    "Subjects",
    "Add Lecture",
    "Add Lecture Series",
    "Tags",
    "Quizzes",
    "Files",
    "Video health",
    "Import Data",
  ]);
  await menu(other).getByRole("link", { name: "Import Data" }).click();
  await expect(other.getByRole("button", { name: "Import Master Lectern-4", exact: true })).toBeVisible();
  await openConsole(other, "/admin-console/users");
  await expect(other).toHaveURL("/admin-console?needs=admin");
  await expect(other.getByText("That page is for administrators. You are an editor.")).toBeVisible();

  await page.getByRole("button", { name: `Change role of ${email}` }).click();
  const dialog = page.getByRole("dialog", { name: "Change role" });
  await expect(dialog.getByRole("radio", { name: /^Editor/ })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: /^Viewer/ })).toBeChecked();
  await expectNoViolations(page, "change of a role");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, email).getByRole("cell").nth(3)).toHaveText("viewer");
  await menu(other).getByRole("link", { name: "Import Data" }).click();
  await expect(other.getByText("Your role is viewer")).toBeVisible();

  await page.getByRole("link", { name: `Log of ${email}` }).click();
  await expect(title(page)).toHaveText("Activity log");
  const about = (await cells(page.getByRole("table"))).map(([, ...others]) => others);
  expect(about.slice(0, 2)).toEqual([
    [admin, "Role changed", `${email}from editor to viewer`],
    [admin, "Role changed", `${email}from user to editor`],
  ]);
  const [job] = await sql`
    insert into import_jobs (user_id, file_path, file_name, status, total_rows)
    select id, 'test/log.csv', 'שיעורים.csv', 'completed', 0 from auth.users where email = ${admin} returning id`;
  await page.goto("/admin-console/log?before=2000000000");
  await page.getByRole("link", { name: "Newest entries" }).press("Enter");
  await expect(page).toHaveURL("/admin-console/log");
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
  // A file's name that is written from right to left turns nothing around it.
  await expect(page.getByText("שיעורים.csv").first()).toHaveCSS("direction", "ltr");
  await sql`delete from import_jobs where id = ${job?.id}`;
});

test("a viewer sees the console and can change nothing", async ({ page, sql, baseURL, catalogue }) => {
  const email = await signInAsNew(page, baseURL!);
  await give(sql, email, "viewer");
  await catalogue.add({
    course_name: "Seen by viewers",
    lecture_number: 1,
    lecture_name: "A lecture that fails",
    youtube: "https://www.youtube.com/embed/viewed-gone",
  });
  await sql`insert into private.video_health (video_id, state, reporters) values ('viewed-gone', 'suspected', 1)`;
  try {
    await openConsole(page);
    expect(await entriesOf(page)).toEqual([
      "Dashboard",
      "Lectures",
      "Courses",
      "Subjects",
      "Tags",
      "Video health",
      "Import Data",
    ]);
    await openConsole(page, "/admin-console/import");
    await expect(page.getByRole("heading", { name: "Import history" })).toBeVisible();
    await expect(page.locator("main").getByRole("button")).toHaveCount(0);
    await expect(page.locator("input[type=file]")).toHaveCount(0);
    await openConsole(page, "/admin-console/videos");
    await expect(row(page, "A lecture that fails").getByRole("link", { name: /^Open/ })).toBeVisible();
    await expect(page.locator("main").getByRole("button")).toHaveCount(0);
    const [lecture] = await sql`select id from lectures where "Course Name" = 'Seen by viewers'`;
    await openConsole(page, `/admin-console/lectures/${lecture?.id}`);
    await expect(page).toHaveTitle("A lecture that fails | Admin Console | Lectern");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lecture");
    await expect(page.getByLabel("Lecture Name")).not.toBeEditable();
    await expect(page.getByRole("link", { name: "See the whole course" })).toBeVisible();
    await expect(page.locator("main").getByRole("button")).toHaveCount(0);
    for (const [path, data] of [
      ["/api/videos/viewed-gone", { verdict: "hidden" }],
      ["/api/import-csv", { csvContent: "Course Name" }],
      ["/api/roles", { account: email, role: "admin" }],
    ] as const) {
      const answer = await page.request.post(path, { data, headers: { origin: new URL(baseURL!).origin } });
      expect(answer.status(), path).toBe(403);
    }
  } finally {
    await sql`delete from private.video_health where video_id = 'viewed-gone'`;
  }
});

test("the last administrator keeps the role, and another one is asked before giving it up", async ({
  page,
  sql,
  baseURL,
  outside,
}) => {
  const email = await signInAsAdmin(page, baseURL!, sql);
  const id = await idOf(sql, email);
  const others = (await sql`select user_id from user_roles where role = 'admin' and user_id <> ${id}`).map(
    ({ user_id }) => user_id,
  );
  await sql`update user_roles set role = 'user' where user_id = any(${others})`;
  try {
    outside.expect(/status of 409 .*\/api\/roles/);
    await openConsole(page, "/admin-console/users");
    await page.getByRole("button", { name: `Change role of ${email}` }).click();
    const dialog = page.getByRole("dialog", { name: "Change role" });
    await dialog.getByRole("radio", { name: /^Viewer/ }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("This is your own account.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Stay administrator" })).toBeFocused();
    await expectNoViolations(page, "giving up the own role");
    await dialog.getByRole("button", { name: "Give up the role" }).click();
    await expect(
      dialog.getByText("This is the last administrator. Make another account an administrator first."),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(row(page, email).getByRole("cell").nth(3)).toHaveText("admin");
  } finally {
    await sql`update user_roles set role = 'admin' where user_id = any(${others})`;
  }
  await page.getByLabel("Email of the account").fill(email);
  await page.getByLabel("Role", { exact: true }).first().selectOption("Viewer");
  await page.getByRole("button", { name: "Give this role" }).click();
  await page.getByRole("button", { name: "Give up the role" }).click();
  await expect(page).toHaveURL("/admin-console");
  await expect(menu(page).getByRole("link", { name: "Users" })).toHaveCount(0);
});

test("users are found by e-mail and name, and the log by person and event, also without scripts", async ({
  visitor,
  sql,
  baseURL,
}) => {
  const page = await visitor({ javaScriptEnabled: false });
  const email = await signInAsAdmin(page, baseURL!, sql);
  const id = await idOf(sql, email);
  await sql`update profiles set display_name = 'Émilie du Châtelet' where user_id = ${id}`;
  await page.goto("/admin-console/users");
  await page.getByRole("searchbox", { name: "Find by email or name" }).fill("ÉMILIE DU");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(title(page)).toHaveText(/^Users \(1 of [\d,]+\)$/);
  // Without scripts a page is shown while it arrives.
  const rows = () => cells(page.getByRole("table"));
  await expect
    .poll(async () => (await rows()).map((row) => row.slice(0, 4)))
    .toEqual([["Émilie du Châtelet", email, id, "admin"]]);
  await page.goto("/admin-console/log");
  await page.getByRole("searchbox", { name: "Person" }).fill("du châtelet");
  await page.getByLabel("What").selectOption("Signed in");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(/\/log\?person=du\+ch%C3%A2telet&what=signed\+in$/);
  await expect
    .poll(async () => (await rows()).map(([, who, what]) => [who, what]))
    .toEqual([[`Émilie du Châtelet${email}`, "Signed in"]]);
});
