import type { Page } from "@playwright/test";
import { share } from "../long-form.ts";
import { expect, test } from "./fixtures.ts";
import { listPages, type PageKind, playlist } from "./pages.ts";

/** The element that has the focus, and whether the focus is visible. */
function readFocus(page: Page) {
  return page.evaluate(() => {
    // The poster's link has the focus inside its frame.
    const outer = document.activeElement as HTMLElement;
    const inner = (outer as HTMLIFrameElement).contentDocument?.activeElement;
    const element = (inner ?? outer) as HTMLElement;
    const view = element.ownerDocument.defaultView!;
    const styles = [null, "::after"].map((pseudo) => view.getComputedStyle(element, pseudo));
    styles.push(...[...element.children].map((child) => view.getComputedStyle(child)));
    const isMarked = styles.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) ||
        (inner && /\b7px/.test(boxShadow)),
    );
    const { width, height, top, bottom } = element.getBoundingClientRect();
    const isInView = width > 0 && height > 0 && bottom > 0 && top < view.innerHeight;
    const all = [...document.querySelectorAll("a[href], button, input, iframe")];
    return {
      position: all.indexOf(outer),
      name: outer.textContent || outer.outerHTML.slice(0, 80),
      isMarked,
      isInView,
    };
  });
}

for (const kind of share(["lecture", "course", "search, results"] satisfies PageKind[], 3)) {
  test(`visitors reach everything by keyboard and see the focus: ${kind}`, async ({ page, catalogue }) => {
    await page.goto((await listPages(catalogue))[kind].path);
    const visible = await page
      .locator("a[href], button, input, iframe")
      .evaluateAll((elements) =>
        elements.flatMap((element, position) =>
          element.checkVisibility({ visibilityProperty: true }) ? [position] : [],
        ),
      );
    const reached: number[] = [];
    for (const _step of visible) {
      await page.keyboard.press("Tab");
      const { position, name, isMarked, isInView } = await readFocus(page);
      expect({ isMarked, isInView }, `focus on ${name}`).toEqual({ isMarked: true, isInView: true });
      reached.push(position);
    }
    // Each element is reached once, in the order of the page.
    expect(reached).toEqual(visible);
  });
}

test("the skip link comes first and skips to the content", async ({ page }) => {
  await page.goto("/");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  const box = (await skip.boundingBox())!;
  expect(box.width).toBeGreaterThan(40);
  expect(box.height).toBeGreaterThan(20);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("searchbox")).toBeFocused();
});

test("visitors can open a lecture with the keyboard alone", async ({ page, catalogue }) => {
  await page.goto((await listPages(catalogue)).course.path);
  const second = playlist(page).getByRole("listitem").nth(1).getByRole("link");
  await second.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/course\/[^/]+\/[^/]+$/);
  await expect(second).toHaveAttribute("aria-current", "true");
});

test("buttons and links are large enough to hit", async ({ page, catalogue }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto((await listPages(catalogue)).course.path);
  const small = await page.locator("button, nav a, input").evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && (height < 44 || width < 44) ? [element.outerHTML.slice(0, 100)] : [];
    }),
  );
  expect(small).toEqual([]);
});
