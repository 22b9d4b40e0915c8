import type { Browser, Page } from "@playwright/test";

declare global {
  interface Window {
    firstCard?: number;
  }
}

/** How long a browser that has nothing yet takes to show a course, and all it loads until it is at rest. */
export type FirstCard = { milliseconds: number; kilobytes: number };

/** A connection to imitate; without one, nothing stands between browser and server. */
export type Connection = { roundTrip: number; megabitsPerSecond: number };

/** @param url a page with links to courses; thumbnails of other hosts are left out */
export async function watchFirstCard(
  browser: Browser,
  url: string,
  connection?: Connection,
): Promise<FirstCard> {
  // High enough that no card is below what is seen.
  const context = await browser.newContext({ viewport: { width: 1280, height: 2000 } });
  try {
    const page = await context.newPage();
    if (connection) await imitate(page, connection);
    const transfers: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (new URL(request.url()).origin !== new URL(url).origin) return;
      transfers.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize));
    });
    await page.addInitScript(lookForCard);
    await page.goto(url, { waitUntil: "networkidle", timeout: 120_000 });
    const shown = await page.waitForFunction(() => window.firstCard, undefined, { timeout: 120_000 });
    const bytes = (await Promise.all(transfers)).reduce((sum, size) => sum + size, 0);
    return { milliseconds: (await shown.jsonValue()) ?? Number.NaN, kilobytes: bytes / 1000 };
  } finally {
    await context.close();
  }
}

async function imitate(page: Page, { roundTrip, megabitsPerSecond }: Connection): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const throughput = (megabitsPerSecond * 1_000_000) / 8;
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: roundTrip,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

/** Runs in the page: notes when the frame after a card's layout begins, counted from the navigation's start. */
function lookForCard(): void {
  const box = document.querySelector('a[href^="/course/"]')?.getBoundingClientRect();
  const isThere = box !== undefined && box.height > 0 && box.top < window.innerHeight;
  requestAnimationFrame(() => {
    if (isThere) window.firstCard = performance.now();
    else lookForCard();
  });
}
