import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Expects axe to find nothing, in light and in dark, at the width the page has.
 * @param state what the page shows, for the message
 * @param excluded selector of what is left out
 */
export async function expectNoViolations(page: Page, state: string, excluded?: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Colours that change take their time, and have no contrast to speak of on the way. What never ends is
    // not waited for; nor is a promise, which an animation that is started again leaves unkept.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .every(({ playState }) => playState !== "running"),
    );
    const axe = new AxeBuilder({ page });
    const { violations } = await (excluded ? axe.exclude(excluded) : axe).analyze();
    const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))]);
    expect(found, `${state}, ${colorScheme}, ${page.viewportSize()?.width} px`).toEqual([]);
  }
}
