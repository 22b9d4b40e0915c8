import type { Page } from "@playwright/test";
import { signInAsAdmin, signInAsNew } from "./accounts.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { hrefs, texts, toast } from "./pages.ts";

const entries = [
  ["Dashboard", "/admin-console"],
  ["Lectures", "/admin-console/lectures"],
  ["Add Lecture", "/admin-console/add-lecture"],
  ["Add Lecture Series", "/admin-console/add-series"],
  ["Tags", "/admin-console/tags"],
  ["Users", "/admin-console/users"],
  ["Files", "/admin-console/files"],
  ["Import Data", "/admin-console/import"],
] as const;
/** Those whose pages this file is about. */
const ours = entries.slice(0, -1);

const menu = (page: Page) => page.getByRole("navigation", { name: "Admin Console" });
const toggle = (page: Page) => page.getByRole("button", { name: "Side menu" });
const widthOf = async (page: Page) => (await menu(page).boundingBox())?.width;
const menuCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "lectern-side-menu");

test.describe("for others than administrators", () => {
  for (const [name, path] of ours) {
    test(`${name} is a redirect and nothing else`, async ({ page, request, baseURL }) => {
      await signInAsNew(page, baseURL!);
      for (const context of [request, page.request]) {
        for (const headers of [{}, { rsc: "1" }] as Record<string, string>[]) {
          const answer = await context.get(path, { maxRedirects: 0, headers });
          expect(answer.status()).toBe(307);
          expect(answer.headers().location).toBe("/");
          expect(await answer.text()).not.toMatch(/Admin Console|Lectures|Users|Coming Soon|Dashboard/);
        }
      }
      await page.goto(path);
      await expect(page).toHaveURL("/");
    });
  }
});

test.describe("on a wide screen", () => {
  test.beforeEach(async ({ page, baseURL, sql }) => {
    await signInAsAdmin(page, baseURL!, sql);
  });

  test("the menu leads everywhere, in its groups", async ({ page }) => {
    await page.goto("/admin-console");
    await expect(page.getByRole("banner")).toContainText("Admin Console");
    expect(await texts(menu(page).getByRole("list", { name: "Manage" }).getByRole("link"))).toEqual([
      "Lectures",
      "Add Lecture",
      "Add Lecture Series",
      "Tags",
      "Users",
      "Files",
    ]);
    const database = menu(page).getByRole("list", { name: "Database" }).getByRole("link");
    expect(await texts(database)).toEqual(["Import Data"]);
    const links = menu(page).getByRole("listitem").getByRole("link");
    expect(await hrefs(links)).toEqual(entries.map(([, path]) => path));
    for (const [name, path] of [...ours.slice(1), ours[0]!]) {
      await menu(page).getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        new RegExp(`^${name}( \\([\\d,]+\\))?$`),
      );
      await expect(page).toHaveTitle(`${name} | Admin Console | Lectern`);
      await expect(menu(page).locator("[aria-current=page]")).toHaveText(name);
    }
    await menu(page).getByRole("link", { name: "Back to site" }).click();
    await expect(page).toHaveURL("/");
    await page.goBack();
    await menu(page).getByRole("link", { name: "Lectern, home" }).click();
    await expect(page).toHaveURL("/");
  });

  test("its pages are kept by nobody and found by no search engine", async ({ page }) => {
    for (const [, path] of ours) {
      const answer = await page.request.get(path);
      expect(answer.status(), path).toBe(200);
      expect(answer.headers()["cache-control"], path).toMatch(/^private,.*no-store/);
      expect(await answer.text(), path).toContain('<meta name="robots" content="noindex');
    }
  });

  test("the menu is 16rem wide, 3rem as icons, and toggled by its button", async ({ page }) => {
    await page.goto("/admin-console");
    expect(await widthOf(page)).toBe(256);
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "true");
    await toggle(page).click();
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
    await expect.poll(() => widthOf(page)).toBe(48);
    // The page takes the room; nothing lies under the menu.
    expect((await page.getByRole("banner").boundingBox())?.x).toBeCloseTo(49, 0);
    await toggle(page).click();
    await expect.poll(() => widthOf(page)).toBe(256);
  });

  for (const keys of ["Control+b", "Meta+b", "Control+B"]) {
    test(`${keys} toggles it, in a field too, and the browser does nothing else`, async ({ page }) => {
      await page.goto("/admin-console/lectures");
      await page.evaluate(() => {
        const seen = window as unknown as { prevented: boolean[] };
        seen.prevented = [];
        window.addEventListener("keydown", (event) => {
          if (event.key.toLowerCase() === "b") seen.prevented.push(event.defaultPrevented);
        });
      });
      await page.keyboard.press(keys);
      await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
      const field = page.getByRole("searchbox");
      await field.fill("ab");
      await page.keyboard.press(keys);
      await expect(toggle(page)).toHaveAttribute("aria-expanded", "true");
      await expect(field).toHaveValue("ab");
      expect(await page.evaluate(() => (window as unknown as { prevented: boolean[] }).prevented)).toEqual([
        true,
        true,
      ]);
      // The letter alone is a letter, and other chords are others'.
      for (const other of ["b", "Control+Shift+b", "Control+Alt+b"]) await page.keyboard.press(other);
      await expect(field).toHaveValue("abb");
      await expect(toggle(page)).toHaveAttribute("aria-expanded", "true");
    });
  }

  test("a cookie remembers it for seven days", async ({ page }) => {
    await page.goto("/admin-console");
    expect(await menuCookie(page)).toBeUndefined();
    await toggle(page).click();
    const cookie = await menuCookie(page);
    expect(cookie).toMatchObject({ value: "collapsed", path: "/", httpOnly: false, sameSite: "Lax" });
    expect(cookie!.expires - Date.now() / 1000).toBeGreaterThan(7 * 24 * 60 * 60 - 60);
    expect(cookie!.expires - Date.now() / 1000).toBeLessThanOrEqual(7 * 24 * 60 * 60);
    await page.reload();
    expect(await widthOf(page)).toBe(48);
    await toggle(page).click();
    expect(await menuCookie(page)).toMatchObject({ value: "expanded" });
    await page.reload();
    expect(await widthOf(page)).toBe(256);
  });

  test("a page comes with the menu as it was left, and nothing moves while it loads", async ({
    page,
    visitor,
    baseURL,
  }) => {
    await page.addInitScript(() => {
      const seen = window as unknown as { widths: Set<number>; shift: number };
      seen.widths = new Set();
      seen.shift = 0;
      const look = () => {
        const width = document.querySelector("nav")?.getBoundingClientRect().width;
        if (width) seen.widths.add(width);
        requestAnimationFrame(look);
      };
      look();
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    const withoutScripts = await visitor({ javaScriptEnabled: false });
    for (const [state, width] of [
      ["collapsed", 48],
      ["expanded", 256],
    ] as const) {
      const cookie = { name: "lectern-side-menu", value: state, url: baseURL! };
      await page.context().addCookies([cookie]);
      await withoutScripts.context().addCookies([...(await page.context().cookies()), cookie]);
      // What the server sends, before any script.
      await withoutScripts.goto("/admin-console/users");
      expect(await widthOf(withoutScripts)).toBe(width);
      await page.goto("/admin-console/users");
      await expect(page.getByRole("button", { name: /^Account/ })).toBeVisible();
      const seen = await page.evaluate(() => {
        const { widths, shift } = window as unknown as { widths: Set<number>; shift: number };
        return { widths: [...widths], shift };
      });
      expect(seen.widths).toEqual([width]);
      // The account's name, at the far end of the header, comes a moment later.
      expect(seen.shift).toBeLessThan(0.002);
    }
  });

  test("the choice survives a visit to the site", async ({ page }) => {
    await page.goto("/admin-console");
    await toggle(page).click();
    await menu(page).getByRole("link", { name: "Back to site" }).click();
    await expect(page).toHaveURL("/");
    await page.goBack();
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
    expect(await widthOf(page)).toBe(48);
  });

  test("icons keep their names, and show them to pointer and keyboard", async ({ page }) => {
    await page.goto("/admin-console");
    await toggle(page).click();
    await expect.poll(() => widthOf(page)).toBe(48);
    const links = menu(page).getByRole("listitem").getByRole("link");
    expect(await texts(links)).toEqual(entries.map(([name]) => name));
    const users = menu(page).getByRole("link", { name: "Users" });
    const shown = menu(page).locator("[aria-hidden] > *", { hasText: /./ });
    await expect(shown).toHaveCount(0);
    await users.hover();
    await expect(shown).toHaveText("Users");
    await expect(shown).toBeInViewport();
    const [icon, name] = [(await users.boundingBox())!, (await shown.boundingBox())!];
    expect(name.x).toBeGreaterThanOrEqual(icon.x + icon.width);
    // It stays while the pointer rests on it, and goes when it is sent away.
    await shown.hover();
    await expect(shown).toHaveText("Users");
    await page.keyboard.press("Escape");
    await expect(shown).toHaveCount(0);
    await page.mouse.move(600, 600);
    await menu(page).getByRole("link", { name: "Dashboard" }).focus();
    await page.keyboard.press("Tab");
    await expect(shown).toHaveText("Lectures");
    await page.keyboard.press("Tab");
    await expect(shown).toHaveText("Add Lecture");
    await page.keyboard.press("Control+b");
    await expect(shown).toHaveCount(0);
  });

  test("a spinner shows while the server checks, and who is no administrator any more is sent home", async ({
    page,
    sql,
  }) => {
    await page.goto("/admin-console");
    let letThrough = () => {};
    const gate = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(/\/admin-console\/users\?_rsc/, async (route) => {
      await gate;
      await route.continue();
    });
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

  test("signing out leaves the console, and going back does not bring it back", async ({ page }) => {
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

  test("the keyboard reaches everything in the order of the page, and one sees where it is", async ({
    page,
  }) => {
    await page.goto("/admin-console");
    await expect(page.getByRole("button", { name: /^Account/ })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
    const reached: string[] = [];
    for (let step = 0; step < 12; step += 1) {
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
  });

  test("the skip link skips menu and header", async ({ page }) => {
    await page.goto("/admin-console/lectures");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("searchbox")).toBeFocused();
  });

  test("nothing scrolls sideways, and narrow screens have no side menu", async ({ page }) => {
    for (const [name, path] of ours) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const width of [1920, 1440, 1024, 768, 767, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expect(menu(page), `${name}, ${width} px`).toBeVisible({ visible: width >= 768 });
        const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
        await expect.poll(scrollWidth, `${name}, ${width} px`).toBe(width);
      }
    }
  });

  for (const [name, path] of ours) {
    test(`axe finds nothing: ${name}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("button", { name: /^Account/ })).toBeVisible();
      await expectNoViolations(page, name);
      // On a narrow screen its table becomes a list.
      if (name !== "Lectures") return;
      await page.setViewportSize({ width: 320, height: 900 });
      await expectNoViolations(page, name);
    });
  }

  test("axe finds nothing in icon mode with a tooltip", async ({ page }) => {
    await page.goto("/admin-console");
    await toggle(page).click();
    await expect.poll(() => widthOf(page)).toBe(48);
    await menu(page).getByRole("link", { name: "Tags" }).hover();
    await expectNoViolations(page, "icon mode");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  const opener = (page: Page) => page.getByRole("button", { name: "Open menu" });
  const drawer = (page: Page) => page.getByRole("dialog", { name: "Menu" });

  test.beforeEach(async ({ page, baseURL, sql }) => {
    await signInAsAdmin(page, baseURL!, sql);
    await page.goto("/admin-console");
    await expect(page.getByRole("button", { name: /^Account/ })).toBeVisible();
  });

  test("the menu is a drawer, 18rem wide, and leads everywhere", async ({ page }) => {
    await expect(menu(page)).toBeHidden();
    for (const [name, path] of ours.slice(1)) {
      await opener(page).tap();
      await expect(drawer(page).getByRole("link", { name, exact: true })).toBeVisible();
      await expect
        .poll(() => drawer(page).boundingBox())
        .toMatchObject({ x: 0, y: 0, width: 288, height: 844 });
      await drawer(page).getByRole("link", { name, exact: true }).tap();
      await expect(page).toHaveURL(path);
      await expect(drawer(page)).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(`^${name}( \\(|$)`));
    }
    await opener(page).tap();
    await expect(drawer(page).locator("[aria-current=page]")).toHaveText("Files");
    await drawer(page).getByRole("link", { name: "Import Data" }).waitFor();
    // Where one is already, it only closes.
    await drawer(page).getByRole("link", { name: "Files" }).tap();
    await expect(drawer(page)).toHaveCount(0);
    expect(await menuCookie(page)).toBeUndefined();
  });

  test("it is modal: the focus stays inside, and goes back where it came from", async ({ page }) => {
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
        expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(
          true,
        );
      }
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
      await close();
      await expect(drawer(page)).toHaveCount(0);
      await expect(opener(page)).toBeFocused();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
  });

  test("it is opened by the keys of the menu, and gone on a wide screen", async ({ page }) => {
    await page.keyboard.press("Control+b");
    await expect(drawer(page)).toBeVisible();
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect(drawer(page)).toHaveCount(0);
    await expect(menu(page)).toBeVisible();
    await menu(page).getByRole("link", { name: "Tags" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tags");
  });

  test("going back closes it", async ({ page }) => {
    await opener(page).tap();
    await drawer(page).getByRole("link", { name: "Users" }).tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Users/);
    await opener(page).tap();
    await expect(drawer(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/admin-console");
    await expect(drawer(page)).toHaveCount(0);
  });

  test("axe finds nothing with the drawer open", async ({ page }) => {
    await opener(page).tap();
    await expect(drawer(page)).toBeVisible();
    await expectNoViolations(page, "drawer");
  });

  test("buttons and links are large enough to hit", async ({ page }) => {
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
    await expect(drawer(page)).toBeVisible();
    expect(await small()).toEqual([]);
  });
});
