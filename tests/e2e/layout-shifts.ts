import type { Page } from "@playwright/test";

/**
 * Makes every page that is opened from now on record its layout shifts.
 * @returns a function that lists the layout shifts of the current page
 */
export async function recordShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[]) {
        const nodes = entry.sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 120));
        if (entry.value > 0) shifts.push(`${entry.value}: ${nodes.join(" | ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}
