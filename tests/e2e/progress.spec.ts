import { signInAsNew } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { coursePath, holdRequests, shortCourse, toast } from "./pages.ts";

const course = "/course/classical-mechanics";
const short = coursePath(shortCourse.id);
const nothing = `0/${shortCourse.lectures} (0%)`;
const tick = (page: import("@playwright/test").Page, name: string) =>
  page.getByRole("button", { name: `Completed: ${name}` });
const progress = (page: import("@playwright/test").Page) =>
  page.locator("dl > div", { hasText: "Progress" }).locator("dd");

test("ticking a lecture moves the percentage, also after a reload and on another device, and keeps the position watched last; quick clicks end in the state last clicked", async ({
  page,
  baseURL,
  visitor,
  context,
  sql,
}) => {
  const email = await signInAsNew(page, baseURL!);
  await sql`
    insert into user_progress (user_id, record_id, last_watched_position)
    select u.id, l.id, 321.5 from auth.users u, lectures l
    where email = ${email} and "Course Name" = ${shortCourse.name} and "Lecture Number" = 1`;
  const record = async () => {
    const [row] = await sql`
      select completed, last_watched_position as position from user_progress p
      join auth.users u on u.id = p.user_id join lectures l on l.id = p.record_id
      where email = ${email} and "Lecture Number" = 1`;
    return row;
  };
  await page.goto(short);
  await expect(progress(page)).toHaveText(nothing);
  // Not by its colour, which forced colours would replace.
  await expect(tick(page, shortCourse.second).locator("svg")).toHaveCSS("opacity", "0");
  await tick(page, shortCourse.first).click();
  await expect(progress(page)).toHaveText("1/10 (10%)");
  await expect(toast(page, "Lecture marked as complete!")).toBeVisible();
  expect(await record()).toEqual({ completed: true, position: 321.5 });
  await tick(page, shortCourse.second).click();
  await expect(progress(page)).toHaveText("2/10 (20%)");
  await tick(page, shortCourse.first).click();
  await expect(toast(page, "Lecture marked as incomplete")).toBeVisible();
  expect(await record()).toEqual({ completed: false, position: 321.5 });
  const scripts = await holdRequests(page, /\/_next\/static\/.*\.js/);
  await page.reload({ waitUntil: "domcontentloaded" });
  // A visitor's button would be pressed in vain.
  await expect(page.getByText("Mark as complete")).toBeHidden();
  scripts();
  await expect(progress(page)).toHaveText("1/10 (10%)");
  await expect(tick(page, shortCourse.second)).toHaveAttribute("aria-pressed", "true");

  const button = tick(page, shortCourse.first);
  await expect(button).toHaveAttribute("aria-pressed", "false");
  for (let click = 0; click < 5; click += 1) await button.click({ delay: 0 });
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect(toast(page, "Lecture marked as complete!").first()).toBeVisible();
  await expect.poll(record).toMatchObject({ completed: true });
  for (let click = 0; click < 3; click += 1) await button.click();
  await expect.poll(record).toMatchObject({ completed: false });
  await expect(button).toHaveAttribute("aria-pressed", "false");

  const device = await visitor({ storageState: await context.storageState() });
  await device.goto(`${short}/2`);
  await expect(device.getByRole("button", { name: "Completed", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

test("progress that could not be read is asked for again, a tick that cannot be saved is taken back, and learners whose session has ended are told so", {
  tag: "@long",
}, async ({ page, baseURL, context, outside }) => {
  outside.expect(/status of (401|500)|net::ERR_FAILED/);
  await signInAsNew(page, baseURL!);
  await test.step("progress that could not be read", async () => {
    await page.route("**/api/progress?*", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await page.goto(short);
    await expect(page.getByText("Your progress could not be loaded.")).toBeVisible();
    const button = page.getByRole("button", { name: "Mark as complete" });
    await expect(button).toBeDisabled();
    await expect(button).toHaveCSS("opacity", "0.6");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(progress(page)).toHaveText(nothing);
    await expect(page.getByRole("main")).toBeFocused();
  });
  await test.step("a tick that cannot be saved", async () => {
    let refuse = () => {};
    await page.route("**/api/progress", async (route) => {
      await new Promise<void>((resolve) => {
        refuse = resolve;
      });
      await route.fulfill({ status: 500, json: { message: "no" } });
    });
    await tick(page, shortCourse.first).click();
    await expect(progress(page)).toHaveText("1/10 (10%)");
    refuse();
    await expect(toast(page, "Failed to update progress")).toBeVisible();
    await expect(progress(page)).toHaveText(nothing);
    await page.unroute("**/api/progress");
  });
  await test.step("a session that has ended", async () => {
    await context.clearCookies();
    await tick(page, shortCourse.first).click();
    await expect(toast(page, "Please sign in to track your progress")).toBeVisible();
    await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(short)}`);
  });
});

test("what is not known yet is not ticked by mistake", { tag: "@long" }, async ({ page, baseURL, sql }) => {
  const email = await signInAsNew(page, baseURL!);
  await sql`
    insert into user_progress (user_id, record_id, completed)
    select u.id, l.id, true from auth.users u, lectures l
    where email = ${email} and "Course Name" = ${shortCourse.name} and "Lecture Number" = 1`;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/progress?**", async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto(`${short}/1`);
  await expect(page.getByRole("button", { name: "Mark as complete" })).toBeDisabled();
  // Nothing that may be about to be pressed moves when it is known.
  const places = () =>
    Promise.all(
      [
        page.getByRole("link", { name: "Next lecture" }),
        page.getByRole("heading", { name: "Similar Courses" }),
      ].map((one) => one.boundingBox()),
    );
  const before = await places();
  answer();
  const completed = page.getByRole("button", { name: "Completed", exact: true });
  await expect(completed).toBeEnabled();
  expect(await places()).toEqual(before);
  await completed.click();
  await expect(toast(page, "Lecture marked as incomplete")).toBeVisible();
});

test("what was clicked last is sent when the page closes, and before the learner signs out", async ({
  page,
  baseURL,
  sql,
}) => {
  const email = await signInAsNew(page, baseURL!);
  const sent: boolean[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.postDataJSON().completed);
  });
  const letThrough = await holdRequests(page, "**/api/progress");
  await page.goto(short);
  await tick(page, shortCourse.first).click();
  await tick(page, shortCourse.first).click();
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await expect.poll(() => sent).toEqual([true, false]);

  await tick(page, shortCourse.second).click();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  letThrough();
  await expect(toast(page, "Signed out successfully")).toBeVisible();
  await expect(toast(page, "Please sign in to track your progress")).toHaveCount(0);
  await expect(page).toHaveURL(short);
  const completed = await sql`
    select l."lecture name" as name from user_progress p join auth.users u on u.id = p.user_id
    join lectures l on l.id = p.record_id where email = ${email} and p.completed`;
  expect(completed.map(({ name }) => name)).toContain(shortCourse.second);
});

test("a tick in one tab shows in the other", { tag: "@long" }, async ({ page, baseURL, context }) => {
  await signInAsNew(page, baseURL!);
  const other = await context.newPage();
  await Promise.all([page.goto(short), other.goto(`${short}/1`)]);
  await expect(progress(other)).toHaveText(nothing);
  await tick(page, shortCourse.first).click();
  await expect(progress(other)).toHaveText("1/10 (10%)");
  await expect(other.getByRole("button", { name: "Completed", exact: true })).toBeVisible();

  // Nor does it get lost if something is ticked there while the progress is read.
  const letThrough = await holdRequests(other, "**/api/progress?*");
  const reading = other.waitForRequest("**/api/progress?*");
  await tick(page, shortCourse.second).click();
  await reading;
  await other.getByRole("button", { name: "Completed", exact: true }).click();
  await expect(toast(other, "Lecture marked as incomplete")).toBeVisible();
  letThrough();
  await expect(tick(other, shortCourse.second)).toHaveAttribute("aria-pressed", "true");
  await expect(progress(page)).toHaveText("1/10 (10%)");
});

test("visitors who tick a lecture are led to signing in and back", async ({ page }) => {
  await page.goto(`${short}/3`);
  await expect(page.getByRole("button", { name: /^Completed/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Sign in to track" })).toBeVisible();
  await page.getByRole("button", { name: "Mark as complete" }).click();
  await expect(toast(page, "Please sign in to track your progress")).toBeVisible();
  await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(`${short}/3`)}`);
});

test("learners whose session is gone, though the page still believes in it, can sign in again", {
  tag: "@long",
}, async ({ page, baseURL, context, outside }) => {
  outside.expect(/status of 401/);
  await signInAsNew(page, baseURL!);
  await context.clearCookies({ name: /^lectern-session/ });
  await page.goto(short);
  await expect(page.getByRole("link", { name: "Sign in to track" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "Sign in to track" })).toBeVisible();
});

test("a playlist of 211 lectures opens no more channels and listeners than a short one", {
  tag: "@long",
}, async ({ page, baseURL, catalogue }) => {
  await signInAsNew(page, baseURL!);
  await page.addInitScript(() => {
    const opened = { channels: 0, listeners: 0 };
    Object.assign(window, { opened });
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        opened.channels += 1;
      }
    };
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, ...listener) {
      if (!this || this === window || this === document) opened.listeners += 1;
      addEventListener.apply(this ?? window, listener);
    };
  });
  const open = async (path: string, lectures: number) => {
    await page.goto(path);
    await expect(page.getByRole("button", { name: /^Completed: / })).toHaveCount(lectures);
    await expect(page.getByRole("button", { name: /^Account of \S/ })).toBeVisible();
    return page.evaluate(() => Reflect.get(window, "opened") as { channels: number; listeners: number });
  };
  const { course_id, lecture_count } = await catalogue.usualCourse();
  const short = await open(coursePath(course_id), lecture_count);
  const long = await open(course, 211);
  expect([short.channels, long.channels]).toEqual([2, 2]);
  expect(long.listeners).toBeLessThan(short.listeners + 20);
});
