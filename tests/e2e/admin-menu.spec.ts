import { isLongForm, share } from "../long-form.ts";
import { signInAsAdmin } from "./accounts.ts";
import { entries, expectReady, menu, menuCookie, openConsole, ours, toggle, widthOf } from "./admin-menu.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openInTwoParts, recordShifts, serveInTwoParts } from "./layout-shifts.ts";
import { allowMotion, hrefs, texts } from "./pages.ts";

const widths = [1920, 1440, 1024, 768, 767, 390, 320];
const withoutFunction = ["Add Lecture Series", "Tags", "Files"];
/** Pages that other tests check with axe and more content, and all but the first of several similar pages. */
const lookedAtElsewhere = [
  ...["Dashboard", "Lectures", "Courses", "Subjects", "Quizzes", "Video health"],
  ...withoutFunction.slice(1),
];

test.beforeEach(async ({ page, baseURL, sql }) => {
  await signInAsAdmin(page, baseURL!, sql);
});

test("administrators reach every page by the grouped side menu; none scrolls sideways, and narrow screens have no side menu", async ({
  page,
}) => {
  await openConsole(page);
  await expect(page.getByRole("banner")).toContainText("Admin Console");
  expect(await texts(menu(page).getByRole("list", { name: "Manage" }).getByRole("link"))).toEqual([
    "Lectures",
    "Courses",
    "Subjects",
    "Add Lecture",
    "Add Lecture Series",
    "Tags",
    "Quizzes",
    "Users",
    "Files",
    "Video health",
    "Activity log",
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
    if (withoutFunction.includes(name)) {
      await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
      expect(await hrefs(page.getByRole("main").getByRole("link"))).toEqual(["/admin-console/import"]);
    }
    if (isLongForm || !lookedAtElsewhere.includes(name)) await expectNoViolations(page, name);
    const isThorough = isLongForm || name === "Dashboard";
    // The tightest widths are the narrowest one with a side menu and the narrowest of all.
    for (const width of isThorough ? widths : [768, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(menu(page), `${name}, ${width} px`).toBeVisible({ visible: width >= 768 });
      const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(scrollWidth, `${name}, ${width} px`).toBe(width);
    }
    // On a narrow screen a table becomes a list.
    if (isLongForm) await expectNoViolations(page, name);
    await page.setViewportSize({ width: 1280, height: 720 });
  }
  await menu(page).getByRole("link", { name: "Back to site" }).click();
  await expect(page).toHaveURL("/");
  await page.goBack();
  await menu(page).getByRole("link", { name: "Lectern, home" }).click();
  await expect(page).toHaveURL("/");
});

test("Ctrl or Cmd with B toggles the menu, in a field too, and nothing else", async ({ page }) => {
  await openConsole(page, "/admin-console/lectures");
  await page.evaluate(() => {
    const seen = window as unknown as { prevented: boolean[] };
    seen.prevented = [];
    window.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() === "b") seen.prevented.push(event.defaultPrevented);
    });
  });
  const prevented = () =>
    page.evaluate(() => (window as unknown as { prevented: boolean[] }).prevented.splice(0));
  const field = page.getByRole("searchbox");
  for (const keys of ["Control+b", "Meta+b", "Control+B"]) {
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press(keys);
    await expect(toggle(page), keys).toHaveAttribute("aria-expanded", "false");
    await field.fill("ab");
    await page.keyboard.press(keys);
    await expect(toggle(page), keys).toHaveAttribute("aria-expanded", "true");
    await expect(field, keys).toHaveValue("ab");
    expect(await prevented(), keys).toEqual([true, true]);
  }
  // The letter alone types a letter, and other key combinations are not handled.
  for (const other of ["b", "Control+Shift+b", "Control+Alt+b"]) await page.keyboard.press(other);
  await expect(field).toHaveValue("abb");
  await expect(toggle(page)).toHaveAttribute("aria-expanded", "true");
});

test("the button turns the menu to icons and back; a cookie remembers it for seven days, also after a visit to the site", async ({
  page,
}) => {
  await allowMotion(page);
  await openConsole(page);
  await expect.poll(() => widthOf(page)).toBe(256);
  await expect(toggle(page)).toHaveAttribute("aria-expanded", "true");
  expect(await menuCookie(page)).toBeUndefined();
  await toggle(page).click();
  await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
  await expect.poll(() => widthOf(page)).toBe(48);
  // The page uses the free space, and nothing is covered by the menu.
  expect((await page.getByRole("banner").boundingBox())?.x).toBeCloseTo(49, 0);
  await expect.poll(() => menuCookie(page)).toMatchObject({ value: "collapsed", path: "/" });
  const cookie = await menuCookie(page);
  expect(cookie).toMatchObject({ httpOnly: false, sameSite: "Lax" });
  expect(cookie!.expires - Date.now() / 1000).toBeGreaterThan(7 * 24 * 60 * 60 - 60);
  expect(cookie!.expires - Date.now() / 1000).toBeLessThanOrEqual(7 * 24 * 60 * 60);
  await menu(page).getByRole("link", { name: "Back to site" }).click();
  await expect(page).toHaveURL("/");
  await page.goBack();
  await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
  await expect.poll(() => widthOf(page)).toBe(48);
  await page.reload();
  await expectReady(page);
  await expect.poll(() => widthOf(page)).toBe(48);
  await toggle(page).click();
  await expect.poll(() => menuCookie(page)).toMatchObject({ value: "expanded" });
  await page.reload();
  await expectReady(page);
  await expect.poll(() => widthOf(page)).toBe(256);
});

test("a page comes with the menu as it was left, and nothing moves while it loads", async ({
  page,
  visitor,
  baseURL,
}) => {
  await page.addInitScript(() => {
    const seen = new Set<number>();
    Object.assign(window, { seen });
    const look = () => {
      const width = document.querySelector("nav")?.getBoundingClientRect().width;
      if (width) seen.add(width);
      requestAnimationFrame(look);
    };
    look();
  });
  // The list is out of view: a row grows while the browser parses it.
  await page.setViewportSize({ width: 1280, height: 480 });
  const shifts = await recordShifts(page);
  const withoutScripts = await visitor({ javaScriptEnabled: false });
  for (const [state, width] of [
    ["collapsed", 48],
    ["expanded", 256],
  ] as const) {
    const cookie = { name: "lectern-side-menu", value: state, url: baseURL! };
    await page.context().addCookies([cookie]);
    if (isLongForm || state === "collapsed") {
      await withoutScripts.context().addCookies([...(await page.context().cookies()), cookie]);
      // The HTML from the server, before any script runs.
      await withoutScripts.goto("/admin-console/users");
      expect(await widthOf(withoutScripts)).toBe(width);
    }
    await page.goto("/admin-console/users");
    await expectReady(page);
    const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<number> }).seen]);
    expect(seen).toEqual([width]);
    expect(await shifts()).toEqual([]);
  }
});

test("nothing shifts while the rest of a page with a form arrives, and a table's columns have their places before", {
  tag: "@long",
}, async ({ page, baseURL, outside }) => {
  const path = "/admin-console/users";
  const html = await (await page.request.get(path)).text();
  const shifts = await recordShifts(page);
  const ends = ["<select", "Give this role", 'type="search"', 'name="role"', ">Filter<"];
  for (const [index, text] of share([...ends.entries()], 3)) {
    // The forms have one row, and two. The list below them is out of view: a row grows while the browser parses it.
    await page.setViewportSize(index % 2 ? { width: 1280, height: 480 } : { width: 800, height: 640 });
    const found = html.indexOf(text);
    expect(found, text).toBeGreaterThan(0);
    const server = await serveInTwoParts(baseURL!, path, html, html.lastIndexOf(">", found) + 1);
    try {
      await openInTwoParts(page, server, path);
      await expectReady(page);
      await outside.settle(page);
      expect(await shifts(), text).toEqual([]);
    } finally {
      await server.stop();
    }
  }

  const server = await serveInTwoParts(
    baseURL!,
    path,
    html,
    html.indexOf("User ID</th>") + "User ID</th>".length,
  );
  try {
    await page.goto(server.url + path, { waitUntil: "commit" });
    const email = page.getByRole("columnheader", { name: "Email" });
    await expect(page.getByRole("columnheader")).toHaveText(["Display Name", "Email", "User ID"]);
    const early = await email.boundingBox();
    server.sendRest();
    await expectReady(page);
    await expect(page.getByRole("columnheader")).toHaveCount(6);
    expect(early).toEqual(await email.boundingBox());
  } finally {
    await server.stop();
  }
});

test("icons show their names to pointer and keyboard, and axe finds nothing", { tag: "@long" }, async ({
  page,
}) => {
  await openConsole(page);
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
  // The tooltip stays while the pointer is over it, and closes when it is dismissed.
  await shown.hover();
  await expect(shown).toHaveText("Users");
  await expectNoViolations(page, "icon mode");
  await page.keyboard.press("Escape");
  await expect(shown).toHaveCount(0);
  await page.mouse.move(600, 600);
  await menu(page).getByRole("link", { name: "Dashboard" }).focus();
  await page.keyboard.press("Tab");
  await expect(shown).toHaveText("Lectures");
  await page.keyboard.press("Tab");
  await expect(shown).toHaveText("Courses");
  await page.keyboard.press("Control+b");
  await expect(shown).toHaveCount(0);
});
