import type { Page } from "@playwright/test";
import { signInAsAdmin, signInAsNew } from "./accounts.ts";
import { openConsole } from "./admin-menu.ts";
import { title } from "./admin-tables.ts";
import { expectAccessible, expectNoViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { coursePath, holdRequests, playlist, toast } from "./pages.ts";

const courses = "/admin-console/courses";
const editor = (name: string) => `${courses}/edit?${new URLSearchParams({ name })}`;
const last = (page: Page) => page.getByRole("region", { name: "Last correction" });
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

const NAME = "Corrected: 100% C/C++";
const OTHER = "corrected:  100%-c/c++";

test.beforeEach(async ({ catalogue, page, baseURL, sql }) => {
  const lecture = (course_name: string, number: number, more: object = {}) => ({
    course_name,
    subject: "Corrected subject",
    lecture_number: number,
    lecture_name: `Lecture ${number}`,
    ...more,
  });
  await catalogue.add(
    ...[1, 2, 3].map((number) => lecture(NAME, number, { seo_slug: "corrected", keywords: `k${number}` })),
    ...[1, 4].map((number) => lecture(OTHER, number)),
  );
  await catalogue.expirePages();
  await signInAsAdmin(page, baseURL!, sql);
});
test.afterEach(async ({ sql }) => {
  await sql`delete from import_jobs where mode in ('edit', 'undo')`;
  // The catalogue fixture does not know the courses that the pages created.
  await sql`delete from lectures where "Course Name" in (${NAME}, ${OTHER}, 'Corrected and renamed')`;
});

test("an editor changes what a course's lectures share, and sees it on the site", async ({
  page,
  outside,
}) => {
  await openConsole(page, courses);
  await page.getByRole("searchbox", { name: "Find by name" }).fill("c/c++");
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Courses (2)");
  await page.getByRole("table").getByRole("link", { name: NAME }).click();
  await expect(title(page)).toHaveText(NAME);
  await expect(page.getByLabel("Keywords")).toHaveAccessibleDescription(/^Different from lecture to lecture/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Nothing was changed")).toBeVisible();

  await expect(page.getByLabel("Course Name")).toHaveAccessibleDescription(
    /keeps its address \(\/course\/corrected\)/,
  );
  const subject = page.getByLabel("Subject");
  await subject.fill("..");
  await page.getByLabel("Image").fill("example.org/x.png");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(subject).toHaveAccessibleDescription("nothing but dots");
  await expect(page.getByLabel("Image")).toHaveAccessibleDescription("not an http or https address");
  await expectNoViolations(page, "a course's form, refused");
  await page.getByLabel("Image").fill("");
  await subject.fill("Mended subject");
  outside.expect(/status of 409 .*\/api\/corrections\/course/);
  await page.getByLabel("Course Name").fill(OTHER);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Course Name")).toHaveAccessibleDescription(/Merge the two instead/);
  await expect(subject).toHaveValue("Mended subject");
  await page.getByLabel("Course Name").fill("Corrected and renamed");
  const sent = page.waitForRequest(/\/api\/corrections\/course$/);
  await page.getByRole("button", { name: "Save" }).click();
  // Another account that is signed in meanwhile saves nothing by it.
  const { id } = await (await page.request.get("/api/viewer")).json();
  expect((await sent).headers()["lectern-account"]).toBe(id);
  await expect(toast(page, "Saved")).toBeVisible();
  await expect(page).toHaveURL(editor("Corrected and renamed"));
  await expect(last(page)).toBeFocused();
  await expect(title(page)).toHaveText("Corrected and renamed");
  await expect(page).toHaveTitle("Corrected and renamed | Admin Console | Lectern");
  await expect(subject).toHaveValue("Mended subject");

  await page.getByRole("link", { name: "View on the site" }).click();
  await expect(page).toHaveURL("/course/corrected");
  await expect(title(page)).toHaveText("Corrected and renamed");
  await expect(page.getByRole("main").getByText("Mended subject").first()).toBeVisible();
  const former = await page.request.get(coursePath(NAME), { maxRedirects: 0 });
  expect([former.status(), former.headers().location]).toEqual([308, "/course/corrected"]);
});

test("what is typed in a course's form stays while its lectures change, also on a slow network, where a dialog stays when one that was cancelled is answered", {
  tag: "@long",
}, async ({ page, sql }) => {
  await sql`update lectures set "Keywords" = 'k1' where "Course Name" = ${NAME} and "Lecture Number" < 3`;
  await openConsole(page, editor(NAME));
  const dialog = page.getByRole("dialog");
  await page.getByLabel("Institution").fill("Typed meanwhile");
  await page.getByLabel("Select Lecture 3").check();
  await page.getByRole("button", { name: "Delete…" }).click();
  await dialog.getByRole("button", { name: "Delete 1 lecture" }).click();
  await expect(page.getByLabel("Keywords")).toHaveValue("k1");
  await expect(page.getByLabel("Institution")).toHaveValue("Typed meanwhile");

  const releaseLecture = await holdRequests(page, /\/api\/corrections\/lectures$/);
  await page.getByRole("button", { name: "Add a lecture" }).click();
  await dialog.getByLabel("Name").fill("Slowly added");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Add a lecture" }).click();
  await dialog.getByLabel("Name").fill("The next one");
  releaseLecture();
  await expect(toast(page, "Lecture added")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("The next one");
  // The Escape that ends what an input method composes is not the dialog's.
  await dialog.getByLabel("Name").dispatchEvent("keydown", { key: "Escape", isComposing: true });
  await expect(dialog.getByLabel("Name")).toHaveValue("The next one");
  // A stray Escape and a page load lose nothing; Cancel does.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Add a lecture" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("The next one");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Add a lecture" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const releaseCourse = await holdRequests(page, /\/api\/corrections\/course$/);
  await page.getByLabel("Course Name").fill("Corrected and renamed");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Description")).not.toBeEditable();
  releaseCourse();
  await expect(page).toHaveURL(editor("Corrected and renamed"));
  await expect(page.getByLabel("Description")).toBeEditable();
});

test("lectures are added to a course, moved and deleted", async ({ page, outside }) => {
  await openConsole(page, editor(NAME));
  const list = page.getByRole("region", { name: /^\d lectures$/ });
  await page.getByRole("button", { name: "Add a lecture" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Lecture Number")).toHaveValue("4");
  await dialog.getByLabel("YouTube Link").fill("https://example.org");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveAccessibleDescription("required");
  await expect(dialog.getByLabel("YouTube Link")).toHaveAccessibleDescription(/^not a YouTube address/);
  await dialog.getByLabel("YouTube Link").fill("https://youtu.be/dQw4w9WgXcQ");
  await dialog.getByLabel("Name", { exact: true }).fill("Added by hand");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(list.getByRole("link")).toHaveText(["Lecture 1", "Lecture 2", "Lecture 3", "Added by hand"]);

  outside.expect(/status of 409 .*\/api\/corrections\/lectures\/move/);
  await page.getByLabel("Select Lecture 1").check();
  await page.getByRole("button", { name: "Move…" }).click();
  await dialog.getByRole("combobox").fill("corrected");
  await dialog.getByRole("option").click();
  await dialog.getByRole("button", { name: "Move 1 lecture" }).click();
  await expect(dialog.getByRole("combobox")).toHaveAccessibleDescription(/^“.+” is in that course already/);
  await page.keyboard.press("Escape");
  await page.getByLabel("Select Lecture 1").uncheck();
  await page.getByLabel("Select Lecture 3").check();
  await page.getByRole("button", { name: "Delete…" }).click();
  await expectNoViolations(page, "deleting a lecture");
  await dialog.getByRole("button", { name: "Delete 1 lecture" }).click();
  await expect(list.getByRole("link")).toHaveText(["Lecture 1", "Lecture 2", "Added by hand"]);
  await last(page).getByRole("link", { name: "See what changed" }).click();
  await expect(title(page)).toHaveText("Deleted “Lecture 3”");
  await expect(page.getByRole("region", { name: "Result" })).toContainText("1 lecture was deleted.");
  await expect(page.getByRole("button", { name: "Undo this correction" })).toBeVisible();
});

test("two courses are merged with a preview, and the merge is taken back", async ({
  page,
  visitor,
  baseURL,
  sql,
}) => {
  const learner = await visitor();
  const email = await signInAsNew(learner, baseURL!);
  await sql`
    insert into user_progress (user_id, record_id)
    select u.id, l.id from auth.users u, lectures l where u.email = ${email} and l."Course Name" = ${OTHER}`;
  await openConsole(page, courses);
  const similar = page.getByRole("region", { name: /^Names that differ only/ });
  await expectAccessible(page, "courses");
  await page.setViewportSize({ width: 1280, height: 900 });
  const answer = await holdRequests(page, "**/api/corrections/course/merge?**");
  await similar.getByRole("button", { name: `Merge… ${OTHER}` }).click();
  const dialog = page.getByRole("dialog");
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await expect(cancel).toBeVisible();
  const before = await cancel.boundingBox();
  answer();
  await expect(dialog.getByRole("status").last()).toHaveText(
    `1 lecture moves. 1 is in both courses: that of “${NAME}” stays. 1 learner’s progress follows.`,
  );
  expect(await cancel.boundingBox()).toEqual(before);
  await expectNoViolations(page, "merging");
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(toast(page, "Merged")).toBeVisible();
  await expect(similar).toHaveCount(0);
  await learner.goto("/course/corrected");
  await expect(playlist(learner).getByRole("link")).toHaveCount(4);
  const former = coursePath(OTHER);
  const moved = await learner.request.get(former, { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([308, "/course/corrected"]);
  // The redirect may be undone later.
  expect(moved.headers()["cache-control"]).toBe("public, max-age=0, s-maxage=60");
  await expect(page.getByRole("region", { name: "Recent corrections" }).getByRole("link").first()).toHaveText(
    `Merged “${OTHER}” into “${NAME}”`,
  );

  await toast(page, "Merged").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Taken back")).toBeVisible();
  await expect(similar.getByRole("button")).toHaveCount(1);
  await learner.reload();
  await expect(playlist(learner).getByRole("link")).toHaveCount(3);
  expect((await learner.goto(former))?.status()).toBe(200);
  await expect(title(learner)).toHaveText(OTHER);

  const names = { from: OTHER, into: NAME };
  const again = await page.request.post("/api/corrections/course/merge", {
    data: names,
    headers: { origin: baseURL! },
  });
  expect(again.status()).toBe(200);
  const expectRedirect = async (from: string, to: string) => {
    const gone = await learner.request.get(from, { maxRedirects: 0 });
    expect([gone.status(), gone.headers().location], from).toEqual([308, to]);
  };
  await expectRedirect(former, "/course/corrected");
  // The lecture that both courses had is the one of the course that stays.
  await expectRedirect(`${former}/1`, "/course/corrected/1");
  await expectRedirect(`${former}/no-such-lecture`, "/course/corrected");
  await expectRedirect(`/tests?course=${encodeURIComponent(OTHER)}`, "/tests?course=corrected");
  // The course has no quiz, and had this address before.
  await sql`
    insert into private.moved_courses (course_id, course_name, into_name, job_id)
    select 'corrected', ${NAME}, ${NAME}, id from import_jobs where mode = 'edit' limit 1`;
  expect((await learner.request.get("/tests?course=corrected", { maxRedirects: 0 })).status()).toBe(200);
  await learner.goto("/course/corrected");
  await title(learner).evaluate((heading, href) => {
    heading.innerHTML = `<a href="${href}">Former</a>`;
  }, former);
  await learner.getByRole("link", { name: "Former" }).click();
  await expect(title(learner)).toHaveText(NAME);
  await expect(learner).toHaveURL("/course/corrected");
});

test("a subject is renamed everywhere, and two become one where that is said", async ({ page, outside }) => {
  await page.goto("/courses/Corrected%20subject");
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page).toHaveURL("/admin-console/subjects?q=Corrected+subject");
  await openConsole(page, "/admin-console/subjects?q=corrected");
  await expectAccessible(page, "subjects");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: "Rename Corrected subject" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename subject" });
  const field = dialog.getByLabel("New name");
  await expect(field).toBeFocused();
  outside.expect(/status of 409 .*\/api\/corrections\/subject/);
  await field.fill("Physics");
  // A click beside a dialog discards nothing that was typed.
  await page.mouse.click(5, 5);
  await expect(field).toHaveValue("Physics");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/^There is a subject “Physics” already, with \d+ courses/);
  await expect(dialog.getByRole("button", { name: "Rename and join" })).toBeVisible();
  await field.fill("Corrected twice");
  await field.press("Enter");
  await expect(toast(page, "Renamed")).toBeVisible();
  await expect(row(page, "Corrected twice").getByRole("cell").nth(1)).toHaveText("2");
  await expect(last(page)).toBeFocused();
  await page.goto("/courses/Corrected%20twice");
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(2);
});

test("viewers see everything and change nothing", { tag: "@long" }, async ({ page, baseURL, sql }) => {
  const email = await signInAsNew(page, baseURL!);
  await sql`insert into user_roles select id, 'viewer' from auth.users where email = ${email}`;
  for (const [path, shown] of [
    [courses, NAME],
    [editor(NAME), "Corrected subject"],
    ["/admin-console/subjects", "Corrected subject"],
    [`${courses}/edit`, "Which course?"],
    [editor("No such course"), "There is no such course"],
  ] as const) {
    await openConsole(page, path);
    const main = page.getByRole("main");
    await expect(main.getByText(shown, { exact: true }).first()).toBeVisible();
    await expect(main.getByText("Your role is viewer")).toBeVisible();
    await expect(main.getByRole("button").filter({ hasNotText: "Filter" })).toHaveCount(0);
    await expect(main.getByRole("checkbox")).toHaveCount(0);
  }
});
