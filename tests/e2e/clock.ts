import { expect, type Page } from "@playwright/test";

/** Pauses a page's clock, which the test has installed: it then advances only by `runFor`, even on a slow machine. */
export async function pauseClock(page: Page): Promise<void> {
  // This must be later than the clock's time when the call takes effect.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 30_000);
}

/** Advances a page's paused clock in steps until a condition is true. */
export async function runClockUntil(page: Page, condition: () => boolean | Promise<boolean>): Promise<void> {
  const step = async () => {
    await page.clock.runFor(100);
    return condition();
  };
  await expect.poll(step, { intervals: [10], timeout: 60_000 }).toBe(true);
}
