import type { Page } from "@playwright/test";
import { signInAsNew } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { field, items, lecture, list, noteButton, notesOf, save, writeNote } from "./notes-panel.ts";
import { holdRequests, toast } from "./pages.ts";

// Notes between tabs, devices, accounts and a network that fails.

/** Takes a note that the server does not accept until its route is taken away. */
async function writeUnsent(page: Page, text: string): Promise<void> {
  await page.route("**/api/notes/*", (route) => route.fulfill({ status: 503, body: "{}" }));
  await writeNote(page, text);
  await save(page).click();
  await expect(items(page)).toContainText(["Not saved yet"]);
}

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
  const unsaved = await items(page).boundingBox();
  await context.setOffline(false);
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  await expect(items(page)).toContainText(["A whole thought"]);
  // What is beneath it does not move.
  expect(await items(page).boundingBox()).toEqual(unsaved);
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
  // Saved before the page knows the account.
  const tellAccount = await holdRequests(page, "**/api/viewer");
  await writeNote(page, "Saved");
  await save(page).click();
  tellAccount();
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

test("an account's notes are out of another's reach, and a full one says so", { tag: "@long" }, async ({
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

test("another tab shows a changed note; changed on two devices, it keeps both texts, and one that was deleted stays if it was changed", {
  tag: "@long",
}, async ({ page, baseURL, visitor, context, outside, sql }) => {
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

test("a note that is being changed stays when another tab deletes it, and what a full device has not taken says so", {
  tag: "@long",
}, async ({ page, context }) => {
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
  await writeNote(page, "");
  await context.clearCookies();
  await page.evaluate(() => dispatchEvent(new Event("pageshow")));
  await expect(page.getByRole("link", { name: "Sign In", exact: true })).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(page.getByText("You are signed out.")).toHaveCount(0);
  await context.addCookies(session);
  const known = Promise.withResolvers<void>();
  await page.route("**/api/viewer", (route) => known.promise.then(() => route.continue()));
  await writeNote(page, "A long text");
  known.resolve();
  await expect(page.getByRole("button", { name: "Account of" })).toBeVisible();
  await expect(page.locator("#notes").getByRole("status")).toHaveCount(2);
  await context.clearCookies();
  await page.evaluate(() => dispatchEvent(new Event("pageshow")));
  await expect(field(page)).toHaveCount(0);
  await expect(
    page.getByText("You are signed out. What you were writing is kept: sign in to go on with it."),
  ).toBeVisible();
  await noteButton(page, "0:00").click();
  await expect(field(page)).toHaveValue("");
  await field(page).fill("A visitor's text");
  await page.reload();
  await expect(field(page)).toHaveValue("A visitor's text");
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
