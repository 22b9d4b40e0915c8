import type { Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import type postgres from "postgres";
import { signInAsNew } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { holdRequests, lecturePath, poster, shortCourse, toast } from "./pages.ts";
import { StandInPlayer } from "./stand-in-player.ts";

const course = shortCourse.name;
const lecture = lecturePath(shortCourse.id, "1");
const hostile = `<img src=x onerror="document.title='taken'"> & [x](javascript:alert(1))\n\n  second line`;

const field = (page: Page) => page.getByRole("textbox", { name: /^Note at/ });
const save = (page: Page) => page.getByRole("button", { name: /^Save (note|bookmark)$/ });
const list = (page: Page) => page.getByRole("list", { name: "Notes in this lecture" });
const items = (page: Page) => list(page).getByRole("listitem");
const noteButton = (page: Page, time: RegExp | string) =>
  page.getByRole("button", { name: new RegExp(`^Note at ${time}`) });

/** Opens the lecture, begins a note and types its text. */
async function writeNote(page: Page, text: string): Promise<void> {
  await page.goto(lecture);
  await noteButton(page, "0:00").click();
  await field(page).fill(text);
}

/** Takes a note that the server does not accept until its route is taken away. */
async function writeUnsent(page: Page, text: string): Promise<void> {
  await page.route("**/api/notes/*", (route) => route.fulfill({ status: 503, body: "{}" }));
  await writeNote(page, text);
  await save(page).click();
  await expect(items(page)).toContainText(["Not saved yet"]);
}

const notesOf = (sql: postgres.Sql, email: string) => sql`
  select n.id, at_seconds, until_seconds, body, course_name, lecture_name
  from notes n join auth.users u on u.id = n.user_id where email = ${email} order by at_seconds`;

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

test("what is written without a network is kept, and arrives once there is one", async ({
  page,
  baseURL,
  context,
  outside,
  sql,
}) => {
  outside.expect(/net::ERR_INTERNET_DISCONNECTED/);
  const email = await signInAsNew(page, baseURL!);
  await page.goto(`${lecture}#t=100`);
  await noteButton(page, "1:40").click();
  await field(page).fill("Half a thou");
  await page.reload();
  await expect(field(page)).toHaveValue("Half a thou");
  await expect(field(page)).not.toBeFocused();
  await expect(page.getByText("1:40", { exact: false }).first()).toBeVisible();

  await context.setOffline(true);
  await field(page).fill("A whole thought");
  await save(page).click();
  await expect(items(page)).toContainText(["Not saved yet"]);
  expect(await notesOf(sql, email)).toHaveLength(0);
  await context.setOffline(false);
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  await expect(items(page)).toContainText(["A whole thought"]);
  expect(await notesOf(sql, email)).toMatchObject([{ at_seconds: 100, body: "A whole thought" }]);

  await page.getByRole("button", { name: "Edit the note at 1 minute 40 seconds" }).click();
  await field(page).fill("Another one");
  await save(page).click();
  await page.getByRole("button", { name: "Delete the note at 1 minute 40 seconds" }).click();
  await expect(list(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(items(page)).toContainText(["Another one"]);
  await expect.poll(async () => (await notesOf(sql, email)).map(({ body }) => body)).toEqual(["Another one"]);
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

test("signing out sends the notes that wait, and asks before it deletes those that cannot be saved", async ({
  page,
  baseURL,
  outside,
  sql,
}) => {
  outside.expect(/status of 503/);
  const signOut = async () => {
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
  };
  const question = page.getByRole("dialog", { name: "Sign out without saving?" });
  const email = await signInAsNew(page, baseURL!);
  await writeUnsent(page, "It waits");
  await signOut();
  await expect(question).toContainText("You have notes that are not saved in your account yet.");
  await expectAccessible(page, "the question before signing out");
  await question.getByRole("button", { name: "Stay signed in" }).click();
  await expect(page.getByRole("button", { name: /^Account/ })).toBeFocused();
  await expect(items(page)).toContainText(["It waits"]);

  // The page that is left shows no notes.
  await page.goto("/planner");
  await page.unroute("**/api/notes/*");
  await signOut();
  await expect(toast(page, "Signed out successfully")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign In", exact: true })).toBeFocused();
  expect(await notesOf(sql, email)).toMatchObject([{ body: "It waits" }]);

  await signInAsNew(page, baseURL!);
  await writeNote(page, "Saved");
  await save(page).click();
  await expect(items(page)).toContainText(["Saved"]);
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  // A form in which nothing was typed holds nothing that is unsaved.
  await page.getByRole("button", { name: /^Edit the note/ }).click();
  await signOut();
  await expect(page.getByRole("link", { name: "Sign In", exact: true })).toBeFocused();

  await signInAsNew(page, baseURL!);
  await writeNote(page, "Never saved");
  await page.goto("/planner");
  await signOut();
  await question.getByRole("button", { name: "Sign out" }).click();
  await expect(toast(page, "Signed out successfully")).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Never saved");
});

test("a note is saved in the account that wrote it, whoever is signed in meanwhile", async ({
  page,
  baseURL,
  outside,
  sql,
}) => {
  outside.expect(/status of (503|409)/);
  const first = await signInAsNew(page, baseURL!, "ada");
  const session = await page.context().cookies();
  await writeUnsent(page, "Ada's");

  const second = await signInAsNew(page, baseURL!, "grace");
  await page.unroute("**/api/notes/*");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByRole("button", { name: `Account of ${second.split("@")[0]}` })).toBeVisible();
  await expect(page.getByText("Ada's")).toHaveCount(0);
  expect(await notesOf(sql, second)).toEqual([]);

  await page.context().addCookies(session);
  await page.goto(lecture);
  await expect.poll(async () => (await notesOf(sql, first)).map(({ body }) => body)).toEqual(["Ada's"]);
});

test("what is typed while the form is loaded is the note's, and a closed panel keeps what was begun", async ({
  page,
}) => {
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
  const last = page.getByRole("button", { name: /^Delete the note/ });
  await expect(last).toHaveCount(1);
  await last.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("an account's notes are out of another's reach, and a full one says so", async ({
  page,
  baseURL,
  visitor,
  outside,
  sql,
}) => {
  outside.expect(/status of 409/);
  const email = await signInAsNew(page, baseURL!);
  const other = await visitor();
  const otherEmail = await signInAsNew(other, baseURL!);
  const headers = { origin: new URL(baseURL!).origin };
  const id = crypto.randomUUID();
  const data = {
    recordId: null,
    videoId: null,
    courseName: "Gone",
    lectureName: "Gone too",
    seconds: 1,
    until: null,
    body: "Ada's",
    createdAgo: 0,
    writtenAgo: 0,
  };
  const put = (one: Page, more = {}, to = id) =>
    one.request.put(`/api/notes/${to}`, { headers, data: { ...data, ...more } });
  for (const time of [1, 2]) expect((await put(page)).status(), `time ${time}`).toBe(200);
  expect((await put(other, { body: "Bob's" })).status()).toBe(200);
  expect((await other.request.delete(`/api/notes/${id}`, { headers })).status()).toBe(200);
  expect(await notesOf(sql, email)).toMatchObject([{ id, body: "Ada's" }]);
  expect(await (await other.request.get("/api/notes")).json()).toEqual({ notes: [] });
  expect((await other.request.get("/api/notes/export")).status()).toBe(404);
  for (const more of [
    { seconds: -1 },
    { until: 1 },
    { body: "x".repeat(5001) },
    { user_id: id },
    { courseName: "\0" },
  ])
    expect((await put(other, more)).status(), JSON.stringify(more).slice(0, 30)).toBe(400);
  expect((await put(other, {}, "1")).status()).toBe(404);
  expect((await put(other, { body: "x".repeat(50_000) })).status()).toBe(413);

  await sql`alter table notes disable trigger limit_notes`;
  await sql`
    insert into notes (user_id, id, course_name, lecture_name, at_seconds)
    select id, gen_random_uuid(), 'Filled', 'f', n from auth.users, generate_series(1, 5000) n where email = ${otherEmail}`;
  await sql`alter table notes enable trigger limit_notes`;
  expect((await put(other)).status()).toBe(409);
  const known = Promise.withResolvers<void>();
  await other.route("**/api/viewer", async (route) => {
    await known.promise;
    await route.continue();
  });
  await other.goto(lecture);
  await other.getByRole("button", { name: "Notes", exact: true }).click();
  await noteButton(other, "0:00").click();
  await field(other).fill("One too many");
  await save(other).click();
  // What was typed from here on would be lost.
  await expect(field(other)).not.toBeEditable();
  // It is saved although the page learns only now whose it is.
  known.resolve();
  await expect(toast(other, "You have as many notes as an account can hold.")).toBeVisible();
  await expect(items(other)).toContainText(["One too many"]);
});

test("another tab shows a changed note; changed on two devices, it keeps both texts, and one that was deleted stays if it was changed", async ({
  page,
  baseURL,
  visitor,
  context,
  outside,
  sql,
}) => {
  outside.expect(/net::ERR_INTERNET_DISCONNECTED/);
  const email = await signInAsNew(page, baseURL!);
  await writeNote(page, "One");
  await save(page).click();
  await expect.poll(async () => (await notesOf(sql, email)).length).toBe(1);
  const edit = async (on: Page, text: string) => {
    await on
      .getByRole("button", { name: /^Edit the note/ })
      .first()
      .click();
    await field(on).fill(text);
    await save(on).click();
  };
  const bodies = async () => (await notesOf(sql, email)).map(({ body }) => body).sort();

  const tab = await context.newPage();
  await tab.goto(lecture);
  await expect(items(tab)).toContainText(["One"]);
  await edit(page, "New");
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  await expect(items(tab)).toContainText(["New"]);
  await expect(tab.getByText("Not saved yet")).toHaveCount(0);
  await expect(items(tab)).toContainText(["New"]);
  await tab.close();

  const phone = await visitor({ storageState: await context.storageState() });
  await phone.goto(lecture);
  await phone.getByRole("button", { name: /^Edit the note/ }).click();
  await field(phone).fill("Of the phone");
  await edit(page, "Of the laptop");
  await expect.poll(bodies).toEqual(["Of the laptop"]);
  await save(phone).click();
  await expect(toast(phone, "Both texts are kept.")).toBeVisible();
  await expect(items(phone)).toHaveCount(2);
  expect(await bodies()).toEqual(["Of the laptop", "Of the phone"]);

  await page.reload();
  await expect(items(page)).toHaveCount(2);
  await phone.context().setOffline(true);
  for (const count of [1, 0]) {
    await phone
      .getByRole("button", { name: /^Delete the note/ })
      .first()
      .click();
    await expect(items(phone)).toHaveCount(count);
  }
  await edit(page, "Of the laptop, later");
  await expect.poll(bodies).toContain("Of the laptop, later");
  await phone.context().setOffline(false);
  await expect.poll(bodies).toEqual(["Of the laptop, later"]);
  await expect(items(phone)).toContainText(["Of the laptop, later"]);
});

test("a note that is being changed stays when another tab deletes it, and what a full device has not taken says so", async ({
  page,
  context,
}) => {
  const write = async (text: string) => {
    // Before the player is wanted, no time is known.
    await page.getByRole("button", { name: /^(Note at 0:00|Add a note)/ }).click();
    await field(page).fill(text);
    await save(page).click();
  };
  await page.goto(lecture);
  await write("Kept");
  await page.getByRole("button", { name: /^Edit the note/ }).click();
  await field(page).fill("Kept, and longer");
  const tab = await context.newPage();
  await tab.goto(lecture);
  const told = page.evaluate(() => new Promise((tell) => addEventListener("storage", () => tell(true))));
  await tab.getByRole("button", { name: /^Delete the note/ }).click();
  await expect(items(tab)).toHaveCount(0);
  await told;
  await expect(field(page)).toHaveValue("Kept, and longer");
  await save(page).click();
  await expect(items(page)).toHaveText([/Kept, and longer/]);
  await expect(items(tab)).toHaveText([/Kept, and longer/]);

  // Changed in both tabs, it is two notes.
  await page.getByRole("button", { name: /^Edit the note/ }).click();
  await field(page).fill("Changed here");
  await tab.getByRole("button", { name: /^Edit the note/ }).click();
  await field(tab).fill("Changed there");
  await save(tab).click();
  await expect(items(tab)).toHaveText([/Changed there/]);
  await save(page).click();
  await expect(toast(page, "The note was changed elsewhere meanwhile. Both texts are kept.")).toBeVisible();
  for (const shown of [page, tab])
    for (const text of ["Changed here", "Changed there"])
      await expect(items(shown).filter({ hasText: text })).toHaveCount(1);
  await items(page)
    .filter({ hasText: "Changed there" })
    .getByRole("button", { name: /^Delete the note/ })
    .click();
  await expect(items(tab)).toHaveText([/Changed here/]);

  // The list of all notes, where a search takes the note away and brings it back.
  await page.goto("/notes");
  await page.getByRole("button", { name: /^Edit the note/ }).click();
  await field(page).fill("Kept once more");
  const toldAgain = page.evaluate(() => new Promise((tell) => addEventListener("storage", () => tell(true))));
  await tab.getByRole("button", { name: /^Delete the note/ }).click();
  await toldAgain;
  for (const [query, count] of [
    ["nothing has this", 0],
    ["", 1],
  ] as const) {
    await page.getByLabel("Search your notes").fill(query);
    await expect(field(page)).toHaveCount(count);
  }
  await expect(field(page)).toHaveValue("Kept once more");
  await save(page).click();
  await expect(page.getByText("Kept once more")).toBeVisible();
  await tab.close();
  await page.goto(lecture);

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await write("Nowhere yet");
  await expect(field(page)).toHaveValue("Nowhere yet");
  await expect(items(page).filter({ hasText: "Not saved yet" })).toHaveText([/Nowhere yet/]);
});

test("a note that neither the device nor the server has taken stays in its form", async ({
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

test("what was being written when the session ended is there when its account is back, and what is saved then waits, and goes from any page", async ({
  page,
  baseURL,
  context,
  outside,
  sql,
}) => {
  outside.expect(/status of 401/);
  const email = await signInAsNew(page, baseURL!);
  const session = await context.cookies();
  await writeNote(page, "A long text");
  await context.clearCookies();
  await page.evaluate(() => dispatchEvent(new Event("pageshow")));
  await expect(field(page)).toHaveCount(0);
  await expect(
    page.getByText("You are signed out. What you were writing is kept: sign in to go on with it."),
  ).toBeVisible();
  await noteButton(page, "0:00").click();
  await expect(field(page)).toHaveValue("");
  await context.addCookies(session);
  await page.reload();
  await expect(field(page)).toHaveValue("A long text");

  await context.clearCookies({ name: "lectern-session" });
  await save(page).click();
  await expect(
    toast(page, "You are signed out. Your change is kept on this device until you sign in again."),
  ).toBeVisible();
  const held = page.getByText(
    "You are signed out. What you have written is kept on this device: sign in to save it.",
  );
  await expect(held).toBeVisible();
  await page.goto("/notes");
  await expect(held).toBeVisible();

  await context.addCookies(session);
  const sent = page.waitForResponse("**/api/notes/*");
  await page.goto("/");
  await sent;
  await expect.poll(() => notesOf(sql, email)).toMatchObject([{ body: "A long text" }]);
  await page.goto("/notes");
  await expect(page.getByText("A long text")).toBeVisible();
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
});

test("a note that was cancelled while it was being saved ends no other one", async ({ page, baseURL }) => {
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

test("who signs in is asked about the notes of this device too", async ({ page, baseURL, sql }) => {
  await page.goto(`${lecture}#t=30`);
  await noteButton(page, "0:30").click();
  await field(page).fill("A visitor's");
  await save(page).click();
  const email = await signInAsNew(page, baseURL!);
  await page.goto(lecture);
  await expect(page.getByText("This device remembers 1 note. Add it to your account?")).toBeVisible();
  // On a full device it is sent all the same, and is where it was until the account has it.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(toast(page, "Added to your account")).toBeVisible();
  await expect(items(page)).toContainText(["A visitor's"]);
  expect(await notesOf(sql, email)).toMatchObject([{ at_seconds: 30, body: "A visitor's" }]);
  expect(await page.evaluate(() => localStorage.getItem("lectern:notes:v1"))).toBeNull();
});
