import { signInAsAdmin } from "./accounts.ts";
import { entries, menu } from "./admin-menu.ts";
import { expect, test } from "./fixtures.ts";
import { holdRequests, toast } from "./pages.ts";

test.describe("administrators", () => {
  test.beforeEach(async ({ page, baseURL, sql }) => {
    await signInAsAdmin(page, baseURL!, sql);
  });

  test("administrators see a spinner while the server checks, and are sent home once they are none", async ({
    page,
    sql,
  }) => {
    await page.goto("/admin-console");
    const letThrough = await holdRequests(page, /\/admin-console\/users\?_rsc/);
    await menu(page).getByRole("link", { name: "Users" }).click();
    await expect(page.getByRole("main").getByRole("status")).toHaveText("Loading");
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeHidden();
    letThrough();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Users/);
    await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);

    await sql`delete from user_roles where user_id = (
      select id from auth.users where email like ${`${await page
        .getByRole("button", { name: /^Account/ })
        .locator(".truncate")
        .textContent()}@%`})`;
    await menu(page).getByRole("link", { name: "Tags" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { name: "Popular Topics" })).toBeVisible();
  });

  test("administrators who sign out leave the console and cannot go back to it", async ({ page }) => {
    await page.goto("/admin-console");
    await menu(page).getByRole("link", { name: "Users" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Users/);
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/");
    await expect(toast(page, "Signed out successfully")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Popular Topics" })).toBeVisible();
    await expect(menu(page)).toHaveCount(0);
  });

  test("the keyboard reaches everything in order and shows the focus, and the skip link skips menu and header", async ({
    page,
  }) => {
    await page.goto("/admin-console");
    await expect(page.getByRole("button", { name: /^Account/ })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
    // A trial click fails if something covers it.
    await page.getByRole("link", { name: "Skip to content" }).click({ trial: true });
    const reached: string[] = [];
    for (let step = 0; step < entries.length + 4; step += 1) {
      await page.keyboard.press("Tab");
      const { name, outline } = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return {
          name: element.getAttribute("aria-label") ?? element.textContent,
          outline: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
        };
      });
      expect(outline, name).toBe(true);
      reached.push(name);
    }
    expect(reached.slice(0, -1)).toEqual([
      "Lectern, home",
      ...entries.map(([name]) => name),
      "Back to site",
      "Side menu",
    ]);
    expect(reached.at(-1)).toMatch(/Account of /);

    await page.goto("/admin-console/lectures");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("searchbox")).toBeFocused();
  });
});
