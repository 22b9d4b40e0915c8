import type { Page, Route } from "@playwright/test";
import { signInAsNew } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { pauseClock, runClockUntil } from "./clock.ts";
import { expect, test } from "./fixtures.ts";
import { PLAYER_REPORT_MS } from "./outside.ts";
import { coursePath, lecturePath, poster, shortCourse, toast } from "./pages.ts";
import { StandInPlayer } from "./stand-in-player.ts";

const course = coursePath(shortCourse.id);
const lecture = `${course}/1`;
const name = shortCourse.first;
/** A lecture of another course that has the same video. */
const sameVideo = lecturePath("mcat-physical-processes", "34");
const strip = (page: Page) => page.getByRole("img", { name: /^Watched/ });
const resume = (page: Page, time: string) => page.getByRole("button", { name: `Continue at ${time}` });

/** Opens a lecture with a clock that the test controls, and starts its player. */
async function play(page: Page, path = lecture): Promise<StandInPlayer> {
  await page.clock.install();
  await page.goto(path);
  // These responses must arrive first, because a minute of the test's clock passes faster than any response.
  if (await page.evaluate(() => "signedIn" in document.documentElement.dataset)) {
    await expect(page.getByRole("button", { name: /^Account of ./ })).toBeVisible();
    await expect(page.getByText(`0/${shortCourse.lectures} (0%)`)).toBeVisible();
  }
  const player = await StandInPlayer.start(page);
  await expect(strip(page)).toBeVisible();
  return player;
}

/** Waits for the next write that the server acknowledges. */
const beat = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith("/api/watching") && answer.ok());

test("learners go on where they were, on this device and on another", async ({
  page,
  baseURL,
  visitor,
  context,
}) => {
  await signInAsNew(page, baseURL!);
  const player = await play(page);
  await page.clock.runFor(90_000);
  const saved = beat(page);
  await player.do("pauseVideo");
  await saved;

  const device = await visitor({ storageState: await context.storageState() });
  await device.goto(lecture);
  await expect(resume(device, "1:2")).toBeVisible();
  await expect(strip(device)).toHaveAccessibleName(/^Watched [12] of 10 minutes: 0:00–1:[23]\d$/);
  await expect(poster(device).getByRole("link")).toHaveAccessibleName(
    new RegExp(`^Continue: ${name}, from 1 minute 2\\d seconds$`),
  );
  await expectAccessible(device, "a place");
  await poster(device).getByRole("link").click();
  const other = new StandInPlayer(device);
  await expect.poll(async () => (await other.info()).currentTime).toBeGreaterThan(80);
  await device.goto(sameVideo);
  await expect(resume(device, "1:2")).toBeVisible();
  await expect(strip(device)).toHaveAccessibleName(/^Watched [12] of 10 minutes: 0:00–1:[23]\d$/);

  await page.clock.resume();
  await page.reload();
  await page.getByRole("button", { name: "Start from the beginning" }).click();
  await expect.poll(async () => (await player.info()).currentTime).toBeLessThan(20);
  // The pressed button is gone; the player's keys work where the focus is now.
  await expect(page.getByRole("region", { name: "Lecture" })).toBeFocused();
});

test("what is beneath a player moves at its press alone, not under the next press", async ({ page }) => {
  // With a mouse, a narrow window has no room for the offers and the button of the keys in one row.
  await page.setViewportSize({ width: 320, height: 900 });
  await page.clock.install();
  await page.goto(`${lecture}#t=300`);
  const start = poster(page).getByRole("link", { name: /, from 5 minutes$/ });
  await expect(start).toBeVisible();
  await pauseClock(page);
  await start.click();
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeVisible();
  const notes = page.getByRole("button", { name: "Note at 5:00" });
  const before = await notes.boundingBox();
  await StandInPlayer.meet(page);
  expect(await notes.boundingBox()).toEqual(before);
});

test("a lecture is complete when nine tenths of it were seen, and not by a jump to its end", async ({
  page,
  baseURL,
  outside,
}) => {
  outside.player.duration = 200;
  await signInAsNew(page, baseURL!);
  const player = await play(page);
  await page.clock.runFor(20_000);
  const skipped = beat(page);
  await player.do("seekTo", 199);
  await page.clock.runFor(3_000);
  await skipped;
  const complete = page.getByRole("button", { name: "Mark as complete" });
  await expect(complete).toHaveAttribute("aria-pressed", "false");

  await page.getByRole("button", { name: /the first part not watched/ }).click();
  // Not to the end: if its script is late, the message goes after a moment of this clock.
  await page.clock.runFor(155_000);
  await runClockUntil(page, () => toast(page, "Lecture marked as complete!").isVisible());
  await expect(page.getByRole("button", { name: "Completed", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await runClockUntil(page, () => toast(page, "Lecture marked as incomplete").isVisible());
  await page.clock.runFor(40_000);
  await expect(complete).toHaveAttribute("aria-pressed", "false");
});

test("advertisements before and within a lecture do not count", { tag: "@long" }, async ({
  page,
  baseURL,
  outside,
  sql,
}) => {
  Object.assign(outside.player, { duration: 15, reportMs: PLAYER_REPORT_MS });
  const email = await signInAsNew(page, baseURL!);
  const player = await play(page);
  await page.clock.runFor(14_000);
  await player.do("setDuration", 600);
  await page.clock.runFor(2_000);
  await player.do("seekTo", 300);
  await page.clock.runFor(20_000);
  await player.do("setDuration", 30);
  await page.clock.runFor(29_000);
  await player.do("setDuration", 600);
  await player.do("seekTo", 320);
  const saved = beat(page);
  await page.clock.runFor(20_000);
  await player.do("pauseVideo");
  await saved;
  const kept = async () => {
    const [row] = await sql`
      select completed, duration, watched @> '{[321,335)}' as has_lecture, watched && '{[5,300)}' as has_advertisement
      from user_progress p join auth.users u on u.id = p.user_id where email = ${email}`;
    return row;
  };
  const wanted = { completed: false, duration: 600, has_lecture: true, has_advertisement: false };
  await expect.poll(kept).toEqual(wanted);
});

test("the speed is kept for the next video, whichever way it was chosen", async ({ page }) => {
  const player = await play(page);
  await page.getByLabel("Speed").selectOption("1.5×");
  await expect.poll(async () => (await player.info()).playbackRate).toBe(1.5);
  await player.do("setPlaybackRate", 2);
  await expect(page.getByLabel("Speed")).toHaveValue("2");

  await page.evaluate(() => {
    const kept = new Promise((resolve) => {
      addEventListener("message", ({ data }) => {
        if (JSON.parse(data).info?.playbackRate === 2) resolve(localStorage.getItem("lectern:speed"));
      });
    });
    Object.assign(window, { kept });
  });
  await player.doAtOnce([
    ["setPlaybackRate", 1.25],
    ["setPlaybackRate", 2],
  ]);
  expect(await page.evaluate(() => (window as unknown as { kept: Promise<string> }).kept)).toBe("2");
  await expect(page.getByLabel("Speed")).toHaveValue("2");
  await page.clock.resume();
  await page.goto(`${course}/2`);
  await poster(page).getByRole("link").click();
  await expect.poll(async () => (await player.info()).playbackRate).toBe(2);
});

test("visitors go on where they were on this device, which keeps it to itself, unless the address says a time", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    // Reports that a video plays are sent for every visitor.
    if (/\/api\/(?!video-reports$)/.test(request.url())) asked.push(request.url());
  });
  const player = await play(page);
  await page.clock.runFor(60_000);
  await player.do("pauseVideo");
  await page.clock.resume();
  await page.reload();
  await expect(resume(page, "0:5")).toBeVisible();
  await page.goto(sameVideo);
  await expect(resume(page, "0:5")).toBeVisible();
  expect(asked).toEqual([]);
  await page.goto(`${course}/2`);
  await expect(poster(page).getByRole("link", { name: /^Play:/ })).toBeVisible();
  await expect(strip(page)).toHaveCount(0);

  await page.goto(`${lecture}#t=300`);
  await page.reload();
  await expect(resume(page, "5:00")).toBeVisible();
  await resume(page, "5:00").click();
  await expect.poll(async () => (await player.info()).currentTime).toBeGreaterThanOrEqual(300);
});

test("a look of a few seconds is not remembered", { tag: "@long" }, async ({ page, baseURL, sql }) => {
  const email = await signInAsNew(page, baseURL!);
  const player = await play(page);
  await page.clock.runFor(4_000);
  await player.do("pauseVideo");
  await page.clock.resume();
  await page.reload();
  await expect(poster(page).getByRole("link", { name: `Play: ${name}` })).toBeVisible();
  // Once a page knows its account, it sends the data that was not sent before.
  await expect(page.getByRole("button", { name: /^Account of ./ })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const rows =
    await sql`select from user_progress p join auth.users u on u.id = p.user_id where email = ${email}`;
  expect(rows).toHaveLength(0);
});

test("what was seen without a network arrives later", { tag: "@long" }, async ({
  page,
  baseURL,
  context,
  outside,
}) => {
  outside.expect(/net::ERR_INTERNET_DISCONNECTED/);
  await signInAsNew(page, baseURL!);
  const player = await play(page);
  await page.clock.runFor(5_000);
  await context.setOffline(true);
  await page.clock.runFor(60_000);
  await player.do("pauseVideo");
  const saved = beat(page);
  await context.setOffline(false);
  const [place] = (await (await saved).json()).places;
  expect(place.position).toBeGreaterThan(55);

  // The page comes back online while a lost request has not ended yet.
  const lost: Route[] = [];
  // The route stays, because removing it while the next request arrives can leave that request unanswered.
  await page.route("**/api/watching", (route) =>
    lost.length === 0 ? void lost.push(route) : route.fallback(),
  );
  await player.do("playVideo");
  await page.clock.runFor(20_000);
  await expect.poll(() => lost.length).toBe(1);
  const savedAgain = beat(page);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await lost[0]!.abort("internetdisconnected");
  const [later] = (await (await savedAgain).json()).places;
  expect(later.position).toBeGreaterThan(place.position);
});

test("what was seen until the learner signs out is saved", { tag: "@long" }, async ({
  page,
  baseURL,
  sql,
  outside,
}) => {
  // What the page reads at that moment may be answered after the session has ended.
  outside.expect(/status of 401 .*\/api\/progress/);
  const email = await signInAsNew(page, baseURL!);
  await play(page);
  await page.clock.runFor(60_000);
  const saved = beat(page);
  await page.clock.runFor(20_000);
  await saved;
  await page.clock.runFor(8_000);
  await page.clock.resume();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(toast(page, "Signed out successfully")).toBeVisible();
  const [progress] = await sql`
    select p.last_watched_position as position from user_progress p join auth.users u on u.id = p.user_id where u.email = ${email}`;
  expect(progress?.position).toBeGreaterThan(84);
});

test("what two accounts of a device have watched while the server was away arrives for both", {
  tag: "@long",
}, async ({ page, baseURL, outside, sql }) => {
  outside.expect(/net::ERR_FAILED/);
  const first = await signInAsNew(page, baseURL!);
  const session = await page.context().cookies();
  await page.route("**/api/watching", (route) => route.abort());
  for (const owner of ["first", "second"]) {
    if (owner === "second") await signInAsNew(page, baseURL!);
    const player = await play(page);
    await page.clock.runFor(90_000);
    const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/watching"));
    await player.do("pauseVideo");
    await failed;
    await page.clock.resume();
  }
  await page.unroute("**/api/watching");
  await Promise.all([beat(page), page.reload()]);
  await page.context().addCookies(session);
  await Promise.all([beat(page), page.reload()]);
  const [progress] = await sql`
    select p.last_watched_position as position from user_progress p join auth.users u on u.id = p.user_id where u.email = ${first}`;
  expect(progress?.position).toBeGreaterThan(80);
});

test("what a page sends while it reads the progress does not hide the progress", { tag: "@long" }, async ({
  page,
  baseURL,
  outside,
}) => {
  outside.expect(/net::ERR_FAILED/);
  await signInAsNew(page, baseURL!);
  const player = await play(page);
  await page.route("**/api/watching", (route) => route.abort());
  await page.clock.runFor(90_000);
  await player.do("pauseVideo");
  const unsent = () => page.evaluate(() => localStorage.getItem("lectern:watching:unsent:v1") ?? "{}");
  await expect.poll(unsent).not.toBe("{}");
  await page.unroute("**/api/watching");
  await page.clock.resume();

  const held: Route[] = [];
  await page.route("**/api/progress?*", (route) =>
    held.length === 0 ? void held.push(route) : route.fallback(),
  );
  await page.reload();
  await expect.poll(unsent).toBe("{}");
  await expect.poll(() => held.length).toBe(1);
  await held[0]!.fallback();
  await expect(resume(page, "1:2")).toBeVisible();
});

test("messages that are not the player's are not heard, and a video that cannot be played says why", async ({
  page,
}) => {
  const player = await play(page);
  await page.clock.runFor(20_000);
  const before = await strip(page).getAttribute("aria-label");
  await page.evaluate(() => {
    const info = { currentTime: 500, duration: 600, playerState: 1 };
    for (const source of [window, document.querySelector("iframe")!.contentWindow!])
      for (const origin of [location.origin, "https://evil.example", "https://www.youtube-nocookie.com"])
        dispatchEvent(
          new MessageEvent("message", {
            data: JSON.stringify({ event: "infoDelivery", info }),
            origin,
            source: origin.includes("youtube") ? window : source,
          }),
        );
  });
  await expect(strip(page)).toHaveAttribute("aria-label", before!);

  for (const [code, text] of [
    [100, "This video is no longer on YouTube."],
    [150, "Its owner allows it on YouTube only."],
    [5, "This video could not be played."],
  ] as const) {
    await player.do("fail", code);
    await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
    await expect(page.getByRole("link", { name: "Open on YouTube" })).toHaveAttribute(
      "href",
      /^https:\/\/www\.youtube\.com\/watch\?v=/,
    );
  }
  await page.clock.resume();
  await expectAccessible(page, "a video that cannot be played");
});

test("a player that says nothing is said to, and the rest works", { tag: "@long" }, async ({
  page,
  outside,
}) => {
  outside.player.isSilent = true;
  await page.setViewportSize({ width: 390, height: 900 });
  await page.clock.install();
  await page.goto(lecture);
  await poster(page).getByRole("link").click();
  await expect(poster(page).getByText("Player stub")).toBeVisible();
  const next = page.getByRole("link", { name: "Next lecture" });
  const before = await next.boundingBox();
  await expect(strip(page)).toBeVisible();
  expect(await strip(page).locator("+ div").getByRole("status").count()).toBe(1);
  await page.clock.runFor(11_000);
  await expect(
    page.getByText("The player does not tell where it is. Your place is not remembered today."),
  ).toBeVisible();
  expect(await next.boundingBox()).toEqual(before);
});

test("a full storage stops nothing", { tag: "@long" }, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await play(page);
  await page.clock.runFor(60_000);
  await expect(strip(page)).toHaveAccessibleName(/^Watched 1 of 10 minutes: 0:00–1:0\d$/);
});

test("a browser that blocks all storage stops nothing", { tag: "@long" }, async ({ page }) => {
  await page.addInitScript(() => {
    const block = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage", "BroadcastChannel"])
      Object.defineProperty(window, name, { get: block });
  });
  await play(page);
  await page.clock.runFor(60_000);
  await expect(strip(page)).toHaveAccessibleName(/^Watched 1 of 10 minutes: 0:00–1:0\d$/);
  await page.clock.resume();
  await page.goto("/notes");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("who signs in is asked what to do with what the device remembers", async ({
  page,
  baseURL,
  sql,
  outside,
}) => {
  outside.expect(/status of 503/);
  const player = await play(page);
  await page.clock.runFor(60_000);
  await player.do("pauseVideo");
  await page.clock.resume();
  const question = page.getByRole("region", { name: "Watched on this device" });

  const email = await signInAsNew(page, baseURL!);
  await page.goto(course);
  await expect(question.getByText("This device remembers 1 lecture. Add it to your account?")).toBeVisible();
  await expectAccessible(page, "the question");
  // On a low screen it begins within sight, and scrolls.
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 200 });
  await expect(question.getByText("This device remembers")).toBeInViewport();
  await question.getByRole("button", { name: "Later" }).scrollIntoViewIfNeeded();
  await expect(question.getByRole("button", { name: "Later" })).toBeInViewport();
  await page.setViewportSize({ width, height });
  await question.getByRole("button", { name: "Later" }).click();
  await expect(page.getByRole("main")).toBeFocused();
  await page.reload();
  await expect(page.getByText(`0/${shortCourse.lectures} (0%)`)).toBeVisible();
  await expect(question).toHaveCount(0);

  // Another tab asks again.
  const tab = await page.context().newPage();
  await tab.goto(lecture);
  // A full device keeps what the server has not taken.
  await tab.evaluate(() => {
    const store = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, text) {
      if (name.includes("unsent")) throw new DOMException("full", "QuotaExceededError");
      store.call(this, name, text);
    };
  });
  await tab.route("**/api/watching", (route) => route.fulfill({ status: 503, body: "{}" }));
  await tab.getByRole("button", { name: "Add", exact: true }).click();
  await expect(toast(tab, "They are added as soon as the server can be reached.")).toBeVisible();
  await tab.unroute("**/api/watching");
  await tab.goto("/");
  await tab.getByRole("button", { name: "Add", exact: true }).click();
  await expect(toast(tab, "Added to your account")).toBeVisible();
  const row = tab.getByRole("region", { name: "Continue where you left off" });
  await expect(row.getByText(shortCourse.name).first()).toBeVisible();
  await expect(tab.getByRole("main")).toBeFocused();
  const [progress] = await sql`
    select watched::text from user_progress p join auth.users u on u.id = p.user_id where email = ${email}`;
  expect(progress?.watched).toMatch(/^\{\[0,[56]\d\)\}$/);
  expect(await tab.evaluate(() => localStorage.getItem("lectern:watching:v1"))).toBeNull();
});

test("what is not mine is forgotten, and nothing of it reaches the account", async ({
  page,
  baseURL,
  sql,
}) => {
  const player = await play(page);
  await page.clock.runFor(60_000);
  await player.do("pauseVideo");
  await page.clock.resume();
  const email = await signInAsNew(page, baseURL!);
  await page.goto(course);
  const forget = page.getByRole("button", { name: "Not mine, forget it" });
  await forget.click();
  await expect(toast(page, "Forgotten")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("lectern:watching:v1"))).toBeNull();
  // Pressed by mistake, it is asked again.
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await page.evaluate(() => localStorage.getItem("lectern:watching:v1"))).toContain(shortCourse.name);
  await forget.click();
  await expect(forget).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("lectern:watching:v1"))).toBeNull();
  const rows =
    await sql`select from user_progress p join auth.users u on u.id = p.user_id where email = ${email}`;
  expect(rows).toHaveLength(0);
});

test("learners say where their place is kept, whether watching completes, and have it forgotten", async ({
  page,
  baseURL,
  sql,
  outside,
}) => {
  outside.player.duration = 100;
  const email = await signInAsNew(page, baseURL!);
  const rows = () => sql`
    select completed, watched::text from user_progress p join auth.users u on u.id = p.user_id where email = ${email}`;
  await page.goto("/profile/account");
  await page.getByRole("checkbox", { name: "Complete lectures I have watched" }).uncheck();
  await expectAccessible(page, "settings");
  let player = await play(page);
  await page.clock.runFor(97_000);
  const saved = beat(page);
  await player.do("pauseVideo");
  await saved;
  expect(await rows()).toMatchObject([{ completed: false }]);
  await page.clock.resume();

  // A tick by watching is the account's also where places are not, and is not given twice.
  await page.goto("/profile/account");
  await page.getByRole("radio", { name: "On this device" }).check();
  await page.getByRole("checkbox", { name: "Complete lectures I have watched" }).check();
  player = await play(page);
  // Not to the end: if its script is late, the message goes after a moment of this clock.
  await page.clock.runFor(85_000);
  await runClockUntil(page, () => toast(page, "Lecture marked as complete!").isVisible());
  expect(await rows()).toMatchObject([{ completed: true }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await runClockUntil(page, () => toast(page, "Lecture marked as incomplete").isVisible());
  await player.do("seekTo", 0);
  await page.clock.runFor(20_000);
  await player.do("pauseVideo");
  expect(await rows()).toMatchObject([{ completed: false }]);
  await page.clock.resume();

  await page.goto("/profile/account");
  await page.getByRole("radio", { name: "Not at all" }).check();
  await page.getByRole("button", { name: "Forget everything watched" }).click();
  const question = page.getByRole("dialog", { name: "Forget everything watched?" });
  await expectAccessible(page, "forgetting everything");
  await question.getByRole("button", { name: "Forget it" }).click();
  await expect(toast(page, "Forgotten")).toBeVisible();
  expect(await rows()).toHaveLength(0);
  player = await play(page);
  await page.clock.runFor(60_000);
  await player.do("pauseVideo");
  await page.clock.resume();
  await page.reload();
  await expect(poster(page).getByRole("link", { name: `Play: ${name}` })).toBeVisible();
  expect(await rows()).toHaveLength(0);
});
