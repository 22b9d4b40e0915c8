import type { Page } from "@playwright/test";
import type postgres from "postgres";
import { addAccount, newEmail, password, signInAsNew } from "./accounts.ts";
import { expectAccessible, expectNoViolations, findSidewaysScrolling } from "./axe.ts";
import { pauseClock } from "./clock.ts";
import { expect, test } from "./fixtures.ts";
import { recordShifts } from "./layout-shifts.ts";
import { asTitle, holdRequests, lecturePath, shortCourse, texts, toast } from "./pages.ts";
import { StandInPlayer } from "./stand-in-player.ts";

const row = (page: Page) => page.getByRole("region", { name: "Continue where you left off" });
const cards = (page: Page) => row(page).getByRole("article");
/** `Lecture 4 of 20 · 12 min left` */
const facts = (page: Page, position = 0) => cards(page).nth(position).locator("p").last();
const hero = (page: Page) => page.getByRole("heading", { level: 1 });

type Begun = { course: string; nth?: number; position?: number; duration?: number };

/** Adds started lectures to an account; the first one listed was started last. */
async function begin(sql: postgres.Sql, email: string, ...begun: Begun[]): Promise<void> {
  for (const { course, nth = 1, position = 480, duration = 1200 } of begun.toReversed()) {
    await sql`
      insert into user_progress (user_id, record_id, last_watched_position, duration, watched, position_at)
      select u.id, l.id, ${position}, ${duration}, int4multirange(int4range(0, ${position})), now()
      from auth.users u,
        (select id, row_number() over (order by "Lecture Number", id) as nth from lectures where "Course Name" = ${course}) l
      where u.email = ${email} and l.nth = ${nth}`;
  }
}

const courseNames = async (sql: postgres.Sql, count: number): Promise<string[]> =>
  (
    await sql`select course_name from course_summaries where lecture_count > 3 and course_name <> 'Classical Mechanics'
      order by course_name limit ${count}`
  ).map(({ course_name }) => course_name);

/** Chooses an item in a card's menu by keyboard. */
async function choose(page: Page, course: string, item: string): Promise<void> {
  await row(page)
    .getByRole("button", { name: `Options for ${asTitle(course)}` })
    .press("Enter");
  const wanted = page.getByRole("menuitem", { name: item });
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  while (!(await wanted.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

test("learners find what they were doing above the hero on a page that is the same for everybody, and go on there", async ({
  page,
  baseURL,
  request,
  sql,
}) => {
  const email = await signInAsNew(page, baseURL!);
  const [first, second] = await courseNames(sql, 2);
  await begin(sql, email, { course: first!, nth: 3 }, { course: second!, position: 1190 });
  await request.get("/");
  const [forLearner, forVisitor] = [await page.request.get("/"), await request.get("/")];
  expect(await forLearner.text()).toBe(await forVisitor.text());
  expect(forLearner.headers()["x-nextjs-cache"]).toBe("HIT");
  await page.goto("/");
  await expect(cards(page)).toHaveCount(2);
  const card = cards(page).first();
  await expect(card).toContainText(asTitle(first!));
  await expect(facts(page)).toHaveText(/^Lecture 3 of \d+ · 12 min left$/);
  await expect(card.locator(".thumbnail")).toHaveCSS("--seen", "0.4");
  // The first lecture is finished, and the second has no position yet.
  await expect(facts(page, 1)).toHaveText(/^Lecture 2 of \d+$/);
  const [rowBox, heroBox] = [await row(page).boundingBox(), await hero(page).boundingBox()];
  expect(rowBox!.y + rowBox!.height).toBeLessThanOrEqual(heroBox!.y);
  await card.getByRole("link").click();
  await expect(page.getByRole("button", { name: "Continue at 7:57" })).toBeVisible();
});

test("nothing shifts, whether there is something to go on with or not", { tag: "@long" }, async ({
  page,
  baseURL,
  sql,
  outside,
}) => {
  const email = await signInAsNew(page, baseURL!);
  const shifts = await recordShifts(page);
  const visit = async (shown: () => Promise<void>) => {
    const answer = await holdRequests(page, "**/api/continue");
    await page.goto("/");
    await expect(page.getByRole("button", { name: /^Account of ./ })).toBeVisible();
    const before = await hero(page).boundingBox();
    answer();
    await shown();
    await page.unroute("**/api/continue");
    await outside.settle(page);
    expect(await hero(page).boundingBox()).toEqual(before);
    // The account menu appears next to the search once it is loaded.
    const isMenu = (shift: string) => shift.includes('<nav aria-label="Account"');
    expect((await shifts()).filter((shift) => !isMenu(shift))).toEqual([]);
    return before!.y;
  };
  // The browser does not know yet whether this account has anything to continue, so the row shows a placeholder text.
  const withRoom = await visit(() => expect(row(page)).toContainText("Nothing to continue right now"));
  const answered = page.waitForResponse("**/api/continue");
  const withoutRoom = await visit(async () => void (await answered));
  expect(withoutRoom).toBeLessThan(withRoom);
  await expect(row(page)).toBeHidden();

  // A course started on another device shows on the next visit, and this visit does not shift.
  const [course] = await courseNames(sql, 1);
  await begin(sql, email, { course: course! });
  expect(await visit(() => expect(row(page)).toBeHidden())).toBe(withoutRoom);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("lectern:nothing-to-continue:v1")))
    .toBeNull();
  expect(await visit(() => expect(cards(page)).toHaveCount(1))).toBe(withRoom);
});

test("the first home page of a session has room for courses only if there are any", { tag: "@long" }, async ({
  page,
  sql,
}) => {
  const email = newEmail();
  await addAccount(email);
  await page.clock.install();
  const logIn = async () => {
    await page.goto("/auth");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    // The sign-in waits half a second for what the home page needs to know, and a busy machine may take longer.
    await pauseClock(page);
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL("/");
    await page.clock.resume();
  };
  let answers = 0;
  page.on("response", (response) => {
    if (response.url().endsWith("/api/continue")) answers += 1;
  });
  await logIn();
  await expect(hero(page)).toBeVisible();
  // That of the home page, too: after the sign-out it would be refused.
  await expect.poll(() => answers).toBe(2);
  await expect(row(page)).toBeHidden();
  await page.getByRole("button", { name: /^Account of ./ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(toast(page, "Signed out successfully")).toBeVisible();

  const [course] = await courseNames(sql, 1);
  await begin(sql, email, { course: course! });
  await logIn();
  await expect(cards(page)).toHaveCount(1);
});

test("visitors without a history see no row and ask for none", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(request.url());
  });
  await page.goto("/");
  await expect(hero(page)).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(row(page)).toBeHidden();
  await expect(page.locator("html")).not.toHaveAttribute("data-watching");
  expect(asked).toEqual([]);
});

test("learners mark a lecture as watched and remove a course, by the keyboard; it stays away, although the list is read before the server has removed it", {
  tag: "@long",
}, async ({ page, baseURL, sql }) => {
  const email = await signInAsNew(page, baseURL!);
  const [first, second, third] = await courseNames(sql, 3);
  await begin(sql, email, { course: first! }, { course: second! }, { course: third! });
  await page.goto("/");
  await expect(cards(page)).toHaveCount(3);
  await choose(page, first!, "Mark as watched");
  await expect(toast(page, "Lecture marked as complete!")).toBeVisible();
  await expect(facts(page)).toHaveText(/^Lecture 2 of \d+$/);

  await choose(page, second!, "Remove from this row");
  await expect(cards(page)).toHaveCount(2);
  await expect(toast(page, "Removed from this row")).toBeVisible();
  await expect(cards(page).nth(1).getByRole("link")).toBeFocused();
  await page.reload();
  await expect(cards(page)).toHaveCount(2);
  await expect(row(page)).not.toContainText(asTitle(second!));

  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/continue", async (route) => {
    if (route.request().method() === "DELETE") await held;
    await route.fallback();
  });
  await choose(page, third!, "Remove from this row");
  await expect(cards(page)).toHaveCount(1);
  const read = page.waitForResponse(/\/api\/continue$/);
  await choose(page, first!, "Mark as watched");
  await (await read).finished();
  await expect(toast(page, "Lecture marked as complete!")).toBeVisible();
  await expect(row(page)).not.toContainText(asTitle(third!));
  release();
  await expect(toast(page, "Removed from this row")).toBeVisible();
  await expect(facts(page)).toHaveText(/^Lecture 3 of \d+$/);
  await expect(cards(page)).toHaveCount(1);
  await choose(page, first!, "Remove from this row");
  await expect(row(page)).toContainText("Nothing to continue right now");
  await expect(page.getByRole("heading", { name: "Continue where you left off" })).toBeFocused();
});

test("a row that could not be loaded is loaded again, a course that could not be removed comes back, and signing out leaves nothing", {
  tag: "@long",
}, async ({ page, baseURL, sql, outside }) => {
  outside.expect(/Failed to load resource.*503/);
  const email = await signInAsNew(page, baseURL!);
  const [course] = await courseNames(sql, 1);
  await begin(sql, email, { course: course! });
  await page.route("**/api/continue", (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.goto("/");
  await expect(row(page).getByRole("alert")).toContainText("What you were doing could not be loaded.");
  await page.unroute("**/api/continue");
  await row(page).getByRole("button", { name: "Try again" }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole("main")).toBeFocused();

  await page.route("**/api/continue", (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 503, body: "{}" }) : route.fallback(),
  );
  await choose(page, course!, "Remove from this row");
  await expect(toast(page, "It could not be removed. Please try again.")).toBeVisible();
  await expect(cards(page)).toHaveCount(1);

  // What was not sent yet is lost with the session, and not before.
  const unsent = () => page.evaluate(() => localStorage.getItem("lectern:watching:unsent:v1"));
  await page.evaluate(() => localStorage.setItem("lectern:watching:unsent:v1", "{}"));
  await page.route("**/api/auth/sign-out", (route) => route.fulfill({ status: 503, body: "{}" }));
  const signOut = async () => {
    await page.getByRole("button", { name: /^Account of ./ }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
  };
  await signOut();
  await expect(toast(page, "Failed to sign out")).toBeVisible();
  expect(await unsent()).toBe("{}");
  await page.unroute("**/api/auth/sign-out");
  await signOut();
  await expect(row(page)).toBeHidden();
  await expect.poll(unsent).toBeNull();
  await page.reload();
  await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(row(page)).toBeHidden();
});

test("visitors go on with what the device remembers, and learners who have chosen so", async ({
  page,
  baseURL,
  outside,
  sql,
}) => {
  const shifts = await recordShifts(page);
  await page.clock.install();
  await page.goto(lecturePath(shortCourse.id, "1"));
  const player = await StandInPlayer.start(page);
  await page.clock.runFor(120_000);
  await player.do("pauseVideo");
  const stored = () => page.evaluate(() => localStorage.getItem("lectern:watching:v1"));
  await expect.poll(stored).toContain(shortCourse.name);
  await page.clock.resume();

  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(request.url());
  });
  await page.goto("/");
  await expect(cards(page)).toContainText(shortCourse.first);
  await expect(facts(page)).toHaveText(`Lecture 1 of ${shortCourse.lectures} · 8 min left`);
  await outside.settle(page);
  expect(await shifts()).toEqual([]);
  const unfinished = (await stored())!;
  await choose(page, shortCourse.name, "Mark as watched");
  await expect(facts(page)).toHaveText(`Lecture 2 of ${shortCourse.lectures}`);
  await page.reload();
  await expect(facts(page)).toHaveText(`Lecture 2 of ${shortCourse.lectures}`);
  const learner = await page.context().newPage();
  const email = await signInAsNew(learner, baseURL!);
  await page.evaluate(() =>
    localStorage.setItem("lectern:watching:settings:v1", '{"memory":"device","completes":true}'),
  );
  await learner.goto("/");
  await expect(facts(learner)).toHaveText(`Lecture 2 of ${shortCourse.lectures}`);
  // The question would come with the account.
  await expect(learner.getByRole("button", { name: /^Account of ./ })).toBeVisible();
  await expect(learner.getByRole("region", { name: "Watched on this device" })).toHaveCount(0);
  // What is marked as watched is ticked in the account, wherever places are kept.
  const finished = (await stored())!;
  const restore = (places: string) =>
    page.evaluate((text) => localStorage.setItem("lectern:watching:v1", text), places);
  await restore(unfinished);
  await learner.reload();
  await choose(learner, shortCourse.name, "Mark as watched");
  await expect(toast(learner, "Lecture marked as complete!")).toBeVisible();
  expect(
    await sql`
      select completed from user_progress p join auth.users u on u.id = p.user_id where u.email = ${email}`,
  ).toEqual([{ completed: true }]);
  await restore(finished);
  await learner.close();
  await page.context().clearCookies();
  asked.length = 0;
  await page.reload();
  await choose(page, shortCourse.name, "Remove from this row");
  await expect(row(page)).toContainText("Nothing to continue right now");
  await page.reload();
  await expect(hero(page)).toBeVisible();
  await expect(row(page)).toBeHidden();
  expect(asked).toEqual([]);
  // This removes only the card.
  await page.goto(lecturePath(shortCourse.id, "1"));
  await expect(page.getByRole("img", { name: /^Watched 10 of 10 minutes/ })).toBeVisible();
});

test("the playlist shows how far each lecture was seen", async ({ page, baseURL, sql }) => {
  const email = await signInAsNew(page, baseURL!);
  const course = shortCourse.name;
  await begin(sql, email, { course, nth: 2, position: 300 }, { course, nth: 3, position: 1195 });
  await page.goto(lecturePath(shortCourse.id, "1"));
  const pictures = page.getByRole("complementary").locator("li .thumbnail");
  await expect(pictures.nth(1)).toHaveCSS("--seen", "0.25");
  await expect(pictures.nth(2)).toHaveCSS("--seen", "1");
  await expect(pictures.first()).toHaveCSS("--seen", "");
  const width = (position: number) =>
    pictures.nth(position).evaluate((picture) => getComputedStyle(picture, "::after").backgroundSize);
  expect(await width(1)).toBe("25% 100%");
  await expect(page.getByRole("complementary").getByRole("listitem").nth(1)).toMatchAriaSnapshot(
    "- listitem:\n  - link /25% watched/",
  );
  await page.getByRole("button", { name: `Completed: ${shortCourse.first}` }).click();
  await expect(pictures.first()).toHaveCSS("--seen", "1");
});

test("the cards of courses show how much of each was completed", async ({ page, baseURL, sql }) => {
  const email = await signInAsNew(page, baseURL!);
  await sql`
    insert into user_progress (user_id, record_id, completed)
    select u.id, l.id, true from auth.users u, lectures l
    where u.email = ${email} and "Course Name" = 'Classical Mechanics' and "Lecture Number" <= 20`;
  await page.goto("/search?q=mechanics");
  const link = page.locator("a[href='/course/classical-mechanics']");
  const card = page.getByRole("article").filter({ has: link });
  const picture = card.locator(".thumbnail").first();
  await expect(picture).not.toHaveCSS("--seen", "");
  await expect(card).toMatchAriaSnapshot("- article: /\\d+ of 211 lectures completed/");
  const other = page.getByRole("article").filter({ hasNot: link }).first();
  await expect(other.locator(".thumbnail")).toHaveCSS("--seen", "");
});

test("twelve courses scroll in their row and nowhere else, by arrows and by the keyboard", {
  tag: "@long",
}, async ({ page, baseURL, sql }) => {
  const email = await signInAsNew(page, baseURL!);
  const names = await courseNames(sql, 13);
  await begin(sql, email, ...names.map((course) => ({ course })));
  await page.goto("/");
  await expect(cards(page)).toHaveCount(12);
  expect(await texts(cards(page).locator("p").first())).toEqual([asTitle(names[0]!)]);
  const more = row(page).getByRole("button", { name: "More courses in the row" });
  const last = cards(page).last();
  await expect(last).not.toBeInViewport();
  // The row may reach its end between the check and the click, and a normal click would then wait for the button.
  await expect
    .poll(async () => {
      await more.click({ force: true });
      return more.getAttribute("aria-disabled");
    })
    .toBe("true");
  await expect(last).toBeInViewport();
  await cards(page).first().getByRole("link").focus();
  await expect(cards(page).first()).toBeInViewport({ ratio: 0.9 });
  expect(await findSidewaysScrolling(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expectNoViolations(page, "a row of twelve");
  await page.setViewportSize({ width: 320, height: 800 });
  const options = cards(page).first().getByRole("button");
  await options.click();
  await expect(page.getByRole("menuitem", { name: "Remove from this row" })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, "a card's menu");
});
