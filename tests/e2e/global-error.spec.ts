import { READY } from "../../lib/early-press.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test("a page that breaks as a whole says so, and is there again at a press", async ({ page, outside }) => {
  outside.expect(/broken by the test/);
  await page.addInitScript((ready) => {
    const dispatch = dispatchEvent;
    window.dispatchEvent = (event) => {
      if (event.type !== ready) return dispatch(event);
      window.dispatchEvent = dispatch;
      throw new Error("broken by the test");
    };
  }, READY);
  await page.goto("/planner");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await expect(page).toHaveTitle("Something went wrong");
  await expectAccessible(page, "a page that has broken");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Study Planner");
});
