import type { Page } from "@playwright/test";
import { isLongForm } from "../long-form.ts";
import { expectNoViolationsInBothSchemes, findSidewaysScrolling } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { listPages, notFoundMessage, type PageKind, pageKinds } from "./pages.ts";

const check = async (page: Page, kind: PageKind, path: string) =>
  test.step(kind, async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByRole("main")).toHaveCount(1);
    const inLayout = kind === "unknown path" ? 0 : 1;
    await expect(page.getByRole("banner")).toHaveCount(inLayout);
    await expect(page.getByRole("contentinfo")).toHaveCount(inLayout);
    await expect(page.getByRole("banner").getByRole("search")).toHaveCount(inLayout);
    const levels = await page
      .getByRole("heading")
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName[1])));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);

    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);

    await expectNoViolationsInBothSchemes(page, kind);
    // Other tests look at the other pages with the longest words.
    if (isLongForm || kind === "search, start" || kind.startsWith("unknown"))
      expect(await findSidewaysScrolling(page)).toEqual([]);
    // On a phone the navigation is a separate bar.
    if (kind !== "lecture") return;
    await page.setViewportSize({ width: 390, height: 900 });
    await expectNoViolationsInBothSchemes(page, kind);
  });

for (const [name, kinds] of Object.entries({
  "pages of the catalogue": pageKinds.filter((kind) => !kind.startsWith("unknown")),
  "addresses without a page": pageKinds.filter((kind) => kind.startsWith("unknown")),
})) {
  test(`axe finds nothing, headings are in order, nothing scrolls sideways and nothing is stored: ${name}`, async ({
    page,
    catalogue,
    outside,
  }) => {
    outside.expect(notFoundMessage);
    const pages = await listPages(catalogue);
    for (const kind of kinds) await check(page, kind, pages[kind].path);
  });
}

test("nothing moves for those who asked for less motion", async ({ page, catalogue }) => {
  await page.goto((await listPages(catalogue)).course.path);
  for (const frame of page.frames()) {
    const slow = await frame.locator("*").evaluateAll((elements) =>
      elements.flatMap((element) =>
        [undefined, "::before", "::after"].flatMap((pseudo) => {
          const { transitionDuration, animationDuration, animationName, transitionProperty } =
            getComputedStyle(element, pseudo);
          const moving = [
            ...(transitionProperty === "none" ? [] : transitionDuration.split(", ")),
            ...(animationName === "none" ? [] : animationDuration.split(", ")),
          ];
          return moving.some((duration) => Number.parseFloat(duration) > 0.001) ? [element.outerHTML] : [];
        }),
      ),
    );
    expect(slow).toEqual([]);
  }
  // A transition of an inherited colour would begin anew in each descendant when its parent's has ended.
  await page.emulateMedia({ colorScheme: "dark" });
  const begun = await page.evaluate(() => {
    getComputedStyle(document.body).color;
    return document.getAnimations().length;
  });
  expect(begun).toBe(0);
  // The skeletons of a slow search.
  await page.route("**/search?q=**", () => {});
  await page.getByRole("banner").getByRole("searchbox").fill("gravity");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Searching…")).toBeVisible();
  await expect(page.locator(".animate-pulse").first()).toBeVisible();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === "running" && Number(effect?.getTiming().duration) > 1),
  );
  expect(moving).toEqual([]);
});
