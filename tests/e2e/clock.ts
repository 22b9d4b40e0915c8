import { expect, type Page } from "@playwright/test";

/** Has a page's clock, which the test has installed, stand still: it moves by `runFor` alone, however slow the machine. */
export async function pauseClock(page: Page): Promise<void> {
  // Later than the moment that it will have reached by then.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 30_000);
}

/** Has a page's clock, which stands still, run in steps until something has come about. */
export async function runClockUntil(page: Page, condition: () => boolean | Promise<boolean>): Promise<void> {
  const step = async () => {
    await page.clock.runFor(100);
    return condition();
  };
  await expect.poll(step, { intervals: [10], timeout: 60_000 }).toBe(true);
}
