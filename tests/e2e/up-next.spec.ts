import type { Page } from "@playwright/test";
import { share } from "../long-form.ts";
import { signInAsNew } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { lecturePath, poster, shortCourse } from "./pages.ts";
import { StandInPlayer } from "./stand-in-player.ts";

const path = (lecture: number) => lecturePath(shortCourse.id, String(lecture));
const status = (page: Page) => page.getByRole("status").filter({ hasText: `Up next: ${shortCourse.second}` });
const playNext = (page: Page) => page.getByRole("link", { name: "Play next" });
const goOn = (page: Page) => page.getByRole("switch", { name: "Always go on by itself" });
const stayHere = (page: Page) => page.getByRole("button", { name: "Stay here" });

/** Plays a lecture to its end, with a clock that the test controls. */
async function playToEnd(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto(path(1));
  const player = await StandInPlayer.start(page);
  await expect(page.getByRole("img", { name: /^Watched/ })).toBeVisible();
  await expect(playNext(page)).toHaveCount(0);
  // It may be about to be pressed.
  const button = page.getByRole("link", { name: "Next lecture" });
  const before = await button.boundingBox();
  await player.do("setState", 0);
  await expect(status(page)).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
}

/** Expects the next lecture in the same document, with its video playing. */
async function expectNextPlays(page: Page): Promise<void> {
  await expect(page).toHaveURL(path(2));
  await expect(poster(page).getByText("Player stub")).toBeVisible();
  await StandInPlayer.meet(page);
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
}

test("visitors are offered the next lecture at the end of one, and go on by a press alone", async ({
  page,
}) => {
  await playToEnd(page);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await expect(goOn(page)).not.toBeChecked();
  await page.clock.runFor(20_000);
  await expect(page).toHaveURL(path(1));
  await page.clock.resume();
  await expectAccessible(page, "the next lecture is offered");
  await playNext(page).click();
  await expectNextPlays(page);
});

test("learners who chose it go on by themselves after eight seconds", async ({ page, baseURL }) => {
  await signInAsNew(page, baseURL!);
  await page.addInitScript(() => localStorage.setItem("lectern:going-on", "1"));
  await playToEnd(page);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await expect(status(page)).toContainText("It plays in 8 seconds.");
  await page.clock.runFor(6_500);
  await expect(page).toHaveURL(path(1));
  await expect(status(page)).toContainText("It plays in 8 seconds.");
  await page.clock.runFor(2_000);
  await expectNextPlays(page);
});

test("learners go on by a press as well", { tag: "@long" }, async ({ page, baseURL }) => {
  await signInAsNew(page, baseURL!);
  await playToEnd(page);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await playNext(page).click();
  await expectNextPlays(page);
});

test("the next lecture is asked for once, however long it takes to come", { tag: "@long" }, async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("lectern:going-on", "1"));
  await playToEnd(page);
  await page.evaluate(() => {
    Object.assign(window, { clicks: 0 });
    const count = (event: Event) => {
      event.preventDefault();
      (window as unknown as { clicks: number }).clicks += 1;
    };
    document.addEventListener("click", count, true);
  });
  await page.clock.runFor(20_000);
  expect(await page.evaluate(() => (window as unknown as { clicks: number }).clicks)).toBe(1);
});

const reasons: Record<string, (page: Page) => Promise<unknown>> = {
  "press Stay here": async (page) => {
    // Clicks with the mouse, whose pointer stops the countdown before the click.
    const { x, y, width, height } = (await stayHere(page).boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
  },
  "point at the offer": (page) => status(page).hover(),
  "move the focus there": (page) => goOn(page).focus(),
  type: async (page) => {
    // Keys that are pressed in the player reach only its frame.
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("a");
  },
  scroll: (page) => page.evaluate(() => scrollBy(0, 200)),
  "turn to another tab": (page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange"))),
};
for (const [reason, act] of share(Object.entries(reasons), 5)) {
  test(`visitors who would go on by themselves stay when they ${reason}`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.addInitScript(() => localStorage.setItem("lectern:going-on", "1"));
    await playToEnd(page);
    await expect(stayHere(page)).toBeVisible();
    await act(page);
    await expect(stayHere(page)).toHaveCount(0);
    await page.clock.runFor(20_000);
    await expect(page).toHaveURL(path(1));
    await expect(playNext(page)).toBeVisible();
  });
}

test("the choice to go on is kept on the device, and does not take effect under the pointer", {
  tag: "@long",
}, async ({ page }) => {
  await playToEnd(page);
  await goOn(page).check();
  await page.clock.runFor(20_000);
  await expect(page).toHaveURL(path(1));
  await page.mouse.move(0, 0);
  await playToEnd(page);
  await expect(goOn(page)).toBeChecked();
  await expect(stayHere(page)).toBeVisible();
});
