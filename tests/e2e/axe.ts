import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What axe looks for in each scheme: only contrast depends on it. */
const rulesOf = { light: undefined, dark: ["color-contrast"] };

/**
 * Expects axe to find nothing, in light and in dark, at the width the page has.
 * @param state what the page shows, for the message
 * @param excluded selector of what is left out
 */
export async function expectNoViolations(page: Page, state: string, excluded?: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // A colour that changes has no contrast to speak of on the way, so animations that end are waited for.
    // By looking: the promise of an animation that is started again is never kept.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .every(({ playState }) => playState !== "running"),
    );
    // No page has a frame of another site, for whose sake axe would open a page of its own each time.
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ["violations"], preload: false });
    if (excluded) axe.exclude(excluded);
    const rules = rulesOf[colorScheme];
    if (rules) axe.withRules(rules);
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))]);
    expect(found, `${state}, ${colorScheme}, ${page.viewportSize()?.width} px`).toEqual([]);
  }
}

/** Expects axe to find nothing, and nothing to scroll sideways on any screen; leaves the page 320 px wide. */
export async function expectAccessible(page: Page, state: string, excluded?: string): Promise<void> {
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    // A menu that is open finds its new place a moment later.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${state}, ${width} px`)
      .toBeLessThanOrEqual(width);
    // Between the widths there is nothing new to find.
    if (width === 1280) await expectNoViolations(page, state, excluded);
  }
}

/** At which widths the page is wider than its window, with what sticks out. */
export async function findSidewaysScrolling(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const wider = await page.evaluate(async (window) => {
      // The first frame of a new width is not laid out to its end.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { scrollWidth } = document.documentElement;
      const isOut = (element: Element) => element.getBoundingClientRect().right > window + 1;
      const out = [...document.querySelectorAll("body *")].filter(isOut).slice(0, 2);
      return scrollWidth > window ? out.map(({ outerHTML }) => outerHTML.slice(0, 120)) : null;
    }, width);
    if (wider) found.push(`${width} px: ${wider.join(" ")}`);
  }
  return found;
}
