import { expectAccessible } from "./axe.ts";
import { expect, test } from "./imports.ts";
import { coursePath, holdRequests, toast } from "./pages.ts";

test("a lecture is found by its name, edited, deleted and brought back", async ({
  page,
  imports,
  sql,
  outside,
}) => {
  outside.expect(/status of 40[49]/);
  const { course } = imports;
  const [added] = await sql`
    insert into lectures ("Course Name", "lecture name", "Lecture Number", youtube, "Instructor")
    values (${course}, ${`${course} first`}, 1, 'https://www.youtube.com/embed/aB3-_xYz019', ${"A. Smith\nB. Jones"})
    returning id`;
  await page.goto(coursePath(course));
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page).toHaveURL(/\/admin-console\/courses\/edit\?name=/);
  await page.goto(`/search?q=${encodeURIComponent(`${course} FIRST`)}`);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("region", { name: "Lectures of this name" })).toBeVisible();
  for (const [shown, editor] of [
    ["/", "/admin-console/courses"],
    ["/courses/All", "/admin-console/courses"],
    ["/courses/All~/2", "/admin-console/subjects?q=All"],
    ["/subjects/2", "/admin-console/subjects"],
    ["/course/no-course", "/admin-console/courses"],
  ] as const) {
    const answer = await page.request.get(`/admin-console/edit?at=${encodeURIComponent(shown)}`, {
      maxRedirects: 0,
    });
    expect(answer.headers().location, shown).toBe(editor);
  }

  await page.goto(`/admin-console/lectures?q=${encodeURIComponent(`${course} FIRST`)}`);
  await page.getByRole("region", { name: "Lectures of this name" }).getByRole("link").click();
  await expect(page).toHaveURL(`/admin-console/lectures/${added?.id}`);
  // Whoever tabs through a field does not change it.
  await expect(page.getByLabel("Instructor")).toHaveValue("A. Smith\nB. Jones");
  await page.getByLabel("Instructor").focus();
  await page.keyboard.press("Tab");
  const name = page.getByLabel("lecture name");
  await expect(name).toHaveValue(`${course} first`);
  await expectAccessible(page, "a lecture's editor");

  await page.getByLabel("youtube").fill("https://vimeo.com/1");
  await name.fill(`${course} second`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "not a YouTube address")).toBeVisible();
  await expect(name).toHaveValue(`${course} second`);
  await page.getByLabel("youtube").fill("https://youtu.be/aB3-_xYz018");
  // What is typed before the page is refreshed stays, and so does the focus.
  const refresh = await holdRequests(page, /\?_rsc/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Saved").getByRole("button", { name: "Undo" })).toBeVisible();
  await page.getByLabel("Subject").fill("Typed early ");
  refresh();
  await expect(page.getByLabel("youtube")).toHaveValue("https://www.youtube.com/embed/aB3-_xYz018");
  await expect(page.getByLabel("Subject")).toHaveValue("Typed early ");
  await expect(page.getByLabel("Subject")).toBeFocused();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("Typed early");
  const [saved] = await sql`
    select "Instructor" as instructor, "Subject" as subject from lectures where id = ${added?.id}`;
  expect(saved).toEqual({ instructor: "A. Smith\nB. Jones", subject: "Typed early" });

  // Another editor saves first; the typed text stays.
  await sql`update lectures set "Views" = 7, "Keywords" = 'theirs' where id = ${added?.id}`;
  await page.getByLabel("Keywords").fill("mine");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "It was changed by another editor meanwhile")).toBeVisible();
  await expect(page.getByLabel("Keywords")).toHaveAccessibleDescription(
    "Another editor has written “theirs” here meanwhile. Saving replaces it.",
  );
  await expect(page.getByLabel("Keywords")).toHaveValue("mine");
  await expect(page.getByLabel("Views", { exact: true })).toHaveValue("7");

  // Signing out would lose it, and asks first.
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  const question = page.getByRole("dialog", { name: "Sign out without saving?" });
  await expect(question).toContainText("What you have typed on this page is not saved yet.");
  await question.getByRole("button", { name: "Stay signed in" }).click();
  await expect(page.getByLabel("Keywords")).toHaveValue("mine");

  // It stays also when the page is loaded again, and when it is left.
  const restored = page.getByText("What you typed here before is back.");
  await page.reload();
  await expect(restored).toBeVisible();
  await expect(page.getByLabel("Views", { exact: true })).toHaveValue("7");
  await expect(page.getByLabel("Keywords")).toHaveValue("mine");
  await expectAccessible(page, "a lecture's editor with restored text");
  await page.getByRole("link", { name: course, exact: true }).click();
  await expect(page).toHaveURL(/\/admin-console\/lectures\?/);
  await sql`update lectures set "Keywords" = 'theirs again' where id = ${added?.id}`;
  await page.getByRole("region", { name: "Lectures of this name" }).getByRole("link").click();
  await expect(page.getByLabel("Keywords")).toHaveValue("mine");
  await expect(page.getByLabel("Keywords")).toHaveAccessibleDescription(/“theirs again” here meanwhile/);
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(page.getByLabel("Keywords")).toHaveValue("theirs again");
  await expect(page.getByLabel("Lecture Number")).toBeFocused();
  await page.reload();
  await expect(page.getByLabel("Keywords")).toHaveValue("theirs again");
  await expect(restored).toBeHidden();
  await expect(page.getByLabel("Keywords")).toHaveAccessibleDescription("");
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Deleted “${course} second”`);
  expect(await imports.count()).toBe(0);
  const stale = await page.context().newPage();
  expect((await stale.goto(`/admin-console/lectures/${added?.id}`))?.status()).toBe(404);
  await expect(stale.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
  await expect(stale).toHaveTitle("Page not found | Admin Console | Lectern");
  await expect(stale.getByRole("link", { name: "Dashboard" })).toBeVisible();
  await stale.close();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
  await page.goForward();
  await page.getByRole("button", { name: "Undo this" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo this" }).click();
  await expect(page.getByText("Everything was taken back.")).toBeVisible();
  expect(await imports.count()).toBe(1);
});
