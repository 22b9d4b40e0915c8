import type { Locator, Page } from "@playwright/test";
import { share } from "../long-form.ts";
import { signInAsAdmin } from "./accounts.ts";
import { menu, menuCookie, openConsole, ours } from "./admin-menu.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { allowMotion } from "./pages.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const opener = (page: Page) => page.getByRole("button", { name: "Open menu" });
const drawer = (page: Page) => page.getByRole("dialog", { name: "Menu" });
const placeOf = (panel: Locator) =>
  panel.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return `${left}, ${top}, ${width} by ${height}`;
  });

test.beforeEach(async ({ page, baseURL, sql }) => {
  await signInAsAdmin(page, baseURL!, sql);
  await openConsole(page);
});

test("administrators reach every page by a drawer 18rem wide, which going back closes", async ({ page }) => {
  await allowMotion(page);
  await expect(menu(page)).toBeHidden();
  for (const [name, path] of share(ours.slice(1), 4, 2)) {
    await opener(page).tap();
    await expect(drawer(page).getByRole("link", { name, exact: true })).toBeVisible();
    // The drawer slides in.
    await expect.poll(() => placeOf(drawer(page))).toEqual("0, 0, 288 by 844");
    await drawer(page).getByRole("link", { name, exact: true }).tap();
    await expect(page).toHaveURL(path);
    await expect(drawer(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(`^${name}( \\(|$)`));
  }
  await opener(page).tap();
  await expect(drawer(page).locator("[aria-current=page]")).toHaveText(ours.at(-1)![0]);
  await drawer(page).getByRole("link", { name: "Import Data" }).waitFor();
  // A link to the current page only closes the drawer.
  await drawer(page)
    .getByRole("link", { name: ours.at(-1)![0] })
    .tap();
  await expect(drawer(page)).toHaveCount(0);
  expect(await menuCookie(page)).toBeUndefined();

  await opener(page).tap();
  await expect(drawer(page)).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(ours.at(-1)![1]);
  await expect(drawer(page)).toHaveCount(0);
});

test("the drawer keeps the focus inside and gives it back to its button; the shortcut opens it, and a wide screen closes it", async ({
  page,
}) => {
  await allowMotion(page);
  await expect(opener(page)).toHaveAttribute("aria-expanded", "false");
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => page.touchscreen.tap(350, 500),
    () => drawer(page).getByRole("button", { name: "Close" }).tap(),
    () => page.keyboard.press("Control+b"),
  ]) {
    await opener(page).focus();
    await page.keyboard.press("Enter");
    await expect(drawer(page)).toBeVisible();
    for (let step = 0; step < 14; step += 1) {
      await page.keyboard.press(step % 3 === 2 ? "Shift+Tab" : "Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    }
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
    await close();
    await expect(drawer(page)).toHaveCount(0);
    await expect(opener(page)).toBeFocused();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }

  await page.keyboard.press("Control+b");
  await expect(drawer(page)).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(drawer(page)).toHaveCount(0);
  await expect(menu(page)).toBeVisible();
  await menu(page).getByRole("link", { name: "Tags" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tags");
});

test("buttons and links are large enough to hit, and axe finds nothing with the drawer open", {
  tag: "@long",
}, async ({ page }) => {
  const small = () =>
    page.locator("button, a, input, textarea").evaluateAll((elements) =>
      elements.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isSkipLink = element.getAttribute("href") === "#content";
        return !isSkipLink && width > 0 && (height < 44 || width < 44)
          ? [element.outerHTML.slice(0, 100)]
          : [];
      }),
    );
  for (const path of ["/admin-console/lectures?page=2", "/admin-console/add-lecture"]) {
    await page.goto(path);
    expect(await small(), path).toEqual([]);
  }
  await opener(page).tap();
  // The drawer slides in, with sizes in fractions of a pixel on the way.
  await expect.poll(() => placeOf(drawer(page))).toEqual("0, 0, 288 by 844");
  expect(await small()).toEqual([]);
  await expectNoViolations(page, "drawer");
});
