import { strFromU8, unzipSync } from "fflate";
import { signInAsNew } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { field, items, lecture, list, noteButton, notesOf, save, writeNote } from "./notes-panel.ts";
import { holdRequests, poster, shortCourse, toast } from "./pages.ts";
import { StandInPlayer } from "./stand-in-player.ts";

const course = shortCourse.name;
const hostile = `<img src=x onerror="document.title='taken'"> & [x](javascript:alert(1))\n\n  second line`;

test("a note is of the moment of its press, has an end by another, and the video may wait for it", async ({
  page,
  baseURL,
  sql,
}) => {
  const email = await signInAsNew(page, baseURL!);
  await page.clock.install();
  await page.goto(lecture);
  await page.getByRole("button", { name: "Notes", exact: true }).click();
  await expect(page.getByText("No notes in this lecture yet.")).toBeVisible();
  const player = await StandInPlayer.start(page);
  await page.clock.runFor(60_000);
  await noteButton(page, "1:0").press("Enter");
  await expect(field(page)).toBeFocused();
  await page.clock.runFor(20_000);
  await page.keyboard.type("Forces add up");
  await page.getByRole("button", { name: /set its end/ }).click();
  await page.getByRole("checkbox", { name: "Pause while I write" }).check();
  await expect.poll(async () => (await player.info()).playerState).toBe(2);
  await field(page).press("Control+Enter");
  await expect(items(page)).toHaveText([/1:0\d–1:2\d\s*Forces add up/]);
  await expect.poll(async () => (await player.info()).playerState).toBe(1);
  await expect(noteButton(page, "1:2")).toBeFocused();

  // Opens the form by key and saves without text, which makes a bookmark. The chosen setting is remembered.
  await page.clock.runFor(30_000);
  await page.keyboard.press("n");
  await expect(field(page)).toBeFocused();
  await expect.poll(async () => (await player.info()).playerState).toBe(2);
  await page.getByRole("button", { name: "Save bookmark" }).click();
  await expect(items(page)).toHaveCount(2);
  await expect.poll(async () => (await notesOf(sql, email)).length).toBe(2);
  const [first, second] = await notesOf(sql, email);
  expect(first).toMatchObject({ body: "Forces add up", course_name: course });
  expect(first!.at_seconds).toBeGreaterThanOrEqual(59);
  expect(first!.at_seconds).toBeLessThanOrEqual(65);
  expect(first!.until_seconds - first!.at_seconds).toBeGreaterThanOrEqual(19);
  expect(second).toMatchObject({ body: "", until_seconds: null });

  // A change that was begun outlives a search that hides the note, and the page.
  await page.clock.resume();
  await page.goto("/notes");
  const sections = page.getByRole("navigation", { name: "Profile" });
  await expect(sections.getByRole("link", { name: "Notes" })).toHaveAttribute("aria-current", "page");
  const edit = page.getByRole("button", { name: /^Edit the note at 1 minute/ }).first();
  await edit.click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(edit).toBeFocused();
  await edit.click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(" to nothing");
  // Escape leaves only what is saved.
  await page.keyboard.press("Escape");
  await page.getByLabel("Search your notes").fill("nothing has this");
  await expect(field(page)).toHaveCount(0);
  await page.getByLabel("Search your notes").fill("");
  await expect(field(page)).toHaveValue("Forces add up to nothing");
  await expect(page.getByLabel("Search your notes")).toBeFocused();
  // The address follows what is typed.
  await expect(page).toHaveURL(/\/notes$/);
  await page.reload();
  await expect(field(page)).toHaveValue("Forces add up to nothing");
  await save(page).click();
  await expect(page.getByText("Forces add up to nothing")).toBeVisible();
});

test("a visitor's notes are the device's own: shown as text, played from, listed, and handed over", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(request.url());
  });
  await page.goto(`${lecture}#t=300`);
  await noteButton(page, "5:00").click();
  await field(page).fill(hostile);
  await save(page).click();
  await expect(items(page).getByText("second line")).toHaveText(hostile);
  await expectAccessible(page, "notes beside the player");

  // This works before the video has been started.
  await page.goto(lecture);
  await page.getByRole("button", { name: "Play from 5:00" }).click();
  const player = new StandInPlayer(page);
  await expect.poll(async () => (await player.info()).currentTime).toBeGreaterThanOrEqual(300);

  await page.getByRole("link", { name: "All my notes" }).click();
  await expect(page.getByText("These are on this device alone.")).toBeVisible();
  await expect(page.getByText("second line")).toHaveText(hostile);
  expect(await page.title()).toMatch(/^Notes/);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("notes.zip");
  await page.getByRole("link", { name: "5:00" }).click();
  await expect(poster(page).getByRole("link", { name: /^Continue: .*, from 5 minutes$/ })).toBeVisible();
  expect(asked).toEqual([]);
});

test("each deleted note can come back for fifteen seconds", async ({ page }) => {
  await page.goto(`${lecture}#t=100`);
  for (const text of ["One", "Two"]) {
    await noteButton(page, "1:40").click();
    await field(page).fill(text);
    await save(page).click();
    await expect(items(page).filter({ hasText: text })).toBeVisible();
  }
  await page.clock.install();
  for (const left of [1, 0]) {
    await page.getByRole("button", { name: "Delete the note at 1 minute 40 seconds" }).first().press("Enter");
    await expect(list(page).getByRole("listitem")).toHaveCount(left);
  }
  const undo = toast(page, "Note deleted").getByRole("button", { name: "Undo" });
  await expect(undo).toHaveCount(2);
  await page.clock.runFor(12_000);
  await expect(undo).toHaveCount(2);
  for (const left of [1, 0]) {
    await undo.first().press("Enter");
    await page.clock.runFor(1_000);
    await expect(undo).toHaveCount(left);
  }
  for (const text of ["One", "Two"]) await expect(items(page).filter({ hasText: text })).toBeVisible();
});

test("what is typed while the form is loaded is the note's, and a closed panel keeps what was begun", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto(lecture);
  const release = await holdRequests(page, /\.js/);
  await noteButton(page, "0:00")
    .or(page.getByRole("button", { name: "Add a note" }))
    .click();
  await page.getByRole("textbox", { name: "Note" }).pressSequentially("First k");
  release();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("ind");
  await expect(field(page)).toHaveValue("First kind");

  const panel = page.getByRole("button", { name: "Notes", exact: true });
  await panel.click();
  await expect(field(page)).toHaveCount(0);
  await noteButton(page, "0:00")
    .or(page.getByRole("button", { name: "Add a note" }))
    .click();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("First kind");
});

test("all notes of an account stand on one page, are searched, and leave as Markdown", async ({
  page,
  baseURL,
  sql,
}) => {
  const course = "Classical Mechanics";
  const email = await signInAsNew(page, baseURL!);
  await sql`
    insert into notes (user_id, id, record_id, video_id, course_name, lecture_name, at_seconds, body)
    select u.id, gen_random_uuid(), l.id, right(l.youtube, 11), l."Course Name", l."lecture name", 60, 'Note ' || l.nth
    from auth.users u,
      (select *, row_number() over (order by "Course Name" <> ${course}, id) as nth from lectures limit 600) l
    where u.email = ${email}`;
  await sql`update notes set body = ${hostile} where user_id = (select id from auth.users where email = ${email}) and body = 'Note 1'`;
  await page.goto("/profile");
  const release = await holdRequests(page, "**/api/notes");
  await page.getByRole("main").getByRole("link", { name: "Notes" }).click();
  await expect(page.getByText("Loading", { exact: true })).toBeAttached();
  await expect(page.getByRole("main").locator(".animate-pulse")).toBeVisible();
  release();
  await expect(page.getByRole("status").filter({ hasText: "600 notes" })).toBeVisible();
  await expect(page.getByRole("main").locator(".animate-pulse")).toHaveCount(0);
  await expect(page.getByText("second line")).toHaveText(hostile);
  await page.getByLabel("Search your notes").fill("note 199 mechanics");
  await expect(page.getByText("Note 199", { exact: true })).toBeVisible();
  await expect(page.getByText("Note 198", { exact: true })).toHaveCount(0);
  await expectAccessible(page, "notes");
  await expect(page).toHaveURL(/\?q=note\+199\+mechanics$/);
  await page.goto("/planner");
  await page.goBack();
  await expect(page.getByLabel("Search your notes")).toHaveValue("note 199 mechanics");
  await expect(page.getByText("Note 198", { exact: true })).toHaveCount(0);
  await page.getByLabel("Search your notes").fill("nothing has this");
  await expect(page.getByText("No note has all these words.")).toBeVisible();

  const text = await (
    await page.request.get(`/api/notes/export?course=${encodeURIComponent(course)}`)
  ).text();
  expect(text).toMatch(/^---\ncourse: "Classical Mechanics"\n/);
  expect(text).toContain(`(${baseURL}/course/classical-mechanics/1#t=60) \\<img src=x`);
  const answer = await page.request.get("/api/notes/export");
  expect(answer.headers()).toMatchObject({
    "cache-control": "private, no-store",
    "content-disposition": expect.stringContaining('filename="notes.zip"'),
  });
  const files = Object.entries(unzipSync(new Uint8Array(await answer.body())));
  expect(
    files
      .find(([name]) => name === "Classical-Mechanics.md")
      ?.map((part) => (typeof part === "string" ? part : strFromU8(part))),
  ).toEqual(["Classical-Mechanics.md", text]);

  await page.getByLabel("Search your notes").fill("note 199");
  await expect(page.getByText("Note 198", { exact: true })).toHaveCount(0);
  await page.getByLabel("Search your notes").fill("note 19");
  await expect(page.getByText("Note 198", { exact: true })).toBeVisible();
  await page
    .getByRole("button", { name: /^Delete the note/ })
    .first()
    .press("Enter");
  await expect(page.getByText("Note deleted")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Edit the note/ }).first()).toBeFocused();
  await page.getByLabel("Search your notes").fill("note 199");
  // Screen readers hear which lecture the note is of.
  const name = (await page.getByRole("main").getByRole("heading", { level: 3 }).textContent())!;
  const last = page.getByRole("button", { name: `Delete the note at 1 minute of ${name}`, exact: true });
  await expect(last).toHaveCount(1);
  await last.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByLabel("Search your notes").fill("");
  await page.getByRole("button", { name: "Show all 598 notes" }).press("Enter");
  await expect(page.getByRole("button", { name: /^Edit the note/ }).nth(500)).toBeFocused({ timeout: 5000 });
});

test("a note that neither the device nor the server has taken stays in its form", { tag: "@long" }, async ({
  page,
  baseURL,
  outside,
  sql,
}) => {
  outside.expect(/status of 503/);
  const email = await signInAsNew(page, baseURL!);
  await page.route("**/api/notes/*", (route) => route.fulfill({ status: 503, body: "{}" }));
  await writeNote(page, "Nowhere yet");
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await save(page).click();
  await expect(toast(page, "The note could not be saved")).toBeVisible();
  await expect(field(page)).toHaveValue("Nowhere yet");
  const again = page.waitForResponse("**/api/notes/*");
  await save(page).click();
  await again;
  await expect(field(page)).toBeEditable();
  await page.unroute("**/api/notes/*");
  await save(page).click();
  await expect(items(page)).toContainText(["Nowhere yet"]);
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  expect(await notesOf(sql, email)).toHaveLength(1);
});

test("a note that was cancelled while it was being saved ends no other one", { tag: "@long" }, async ({
  page,
  baseURL,
}) => {
  await signInAsNew(page, baseURL!);
  const release = await holdRequests(page, "**/api/viewer");
  await page.goto(lecture);
  await page.getByRole("button", { name: "Notes", exact: true }).click();
  await noteButton(page, "0:00").click();
  await field(page).fill("The first");
  await save(page).click();
  await page.getByRole("form", { name: "Note" }).getByRole("button", { name: "Cancel" }).click();
  await noteButton(page, "0:00").click();
  await field(page).fill("The second");
  release();
  await expect(items(page)).toContainText(["The first"]);
  await expect(field(page)).toHaveValue("The second");
});
