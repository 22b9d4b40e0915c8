import { expectAccessible } from "./axe.ts";
import { pauseClock } from "./clock.ts";
import { expect, test } from "./fixtures.ts";
import { lecturePath, poster, shortCourse } from "./pages.ts";
import { StandInPlayer } from "./stand-in-player.ts";

const path = (lecture: number) => lecturePath(shortCourse.id, String(lecture));

test("keys steer the video while the focus is on the lecture, and nowhere else", async ({ page }) => {
  await page.clock.install();
  await page.goto(path(1));
  await page.getByRole("searchbox").first().press("k");
  await expect(page.getByRole("searchbox").first()).toHaveValue("k");
  await page.getByRole("link", { name: "Home" }).first().press("k");
  await expect(poster(page).getByText("Player stub")).toHaveCount(0);

  await pauseClock(page);
  await poster(page).getByRole("link").focus();
  // The key listener is loaded only after the element gets the focus.
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      await page.keyboard.press("k");
      return poster(page).getByText("Player stub").count();
    })
    .toBe(1);
  const player = await StandInPlayer.meet(page);
  const at = async () => Math.round((await player.info()).currentTime);
  const list = page.getByRole("button", { name: "Keyboard shortcuts" });
  const before = await at();
  await list.press("l");
  await list.press("l");
  await list.press("l");
  await expect.poll(at).toBe(before + 30);
  await list.press("j");
  await expect.poll(at).toBe(before + 20);
  await list.press(">");
  await expect(page.getByLabel("Speed")).toHaveValue("1.25");
  await list.press("<");
  await expect(page.getByLabel("Speed")).toHaveValue("1");
  await list.press("k");
  const stateOf = async () => (await player.info()).playerState;
  await expect.poll(stateOf).toBe(2);
  await list.press("l");
  await expect.poll(at).toBe(before + 30);
  await list.press("j");
  await expect.poll(at).toBe(before + 20);
  expect(await stateOf()).toBe(2);
  // A click outside all controls moves the focus to the lecture.
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("k");
  await expect.poll(stateOf).toBe(1);
  await page.keyboard.press("Control+j");
  await expect.poll(at).toBe(before + 20);

  await page.keyboard.press("Shift+N");
  await expect(page).toHaveURL(path(2));
  await expect(poster(page).getByText("Player stub")).toBeVisible();
  await expect(page.getByRole("region", { name: "Lecture" })).toBeFocused();
  await page.keyboard.press("Shift+N");
  await expect(page).toHaveURL(path(3));
});

test("? lists the keys, which can be turned off", async ({ page }) => {
  await page.goto(path(1));
  await page.getByRole("heading", { level: 1 }).click();
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const isUsed = list.getByRole("switch", { name: "Use keyboard shortcuts" });
  const openList = async () => {
    await page.keyboard.press("?");
    return list.count();
  };
  await expect.poll(openList).toBe(1);
  await expect(isUsed).toBeFocused();
  await expect(list.getByRole("term")).toHaveText(["k", "j", "l", "<", ">", "n", "ShiftN", "?"]);
  await expectAccessible(page, "the list of shortcuts");
  await isUsed.press("Space");
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  // The keys now have no effect: an effect of these presses would show before that of the click after them.
  await poster(page).getByRole("link").press("?");
  await poster(page).getByRole("link").press("k");
  await poster(page).getByRole("link").click();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(isUsed).not.toBeChecked();
  await isUsed.press("Space");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeFocused();
  await openList();
  await expect(list).toBeVisible();
});
