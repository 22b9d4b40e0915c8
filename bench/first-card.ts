import type { Browser, Page } from "@playwright/test";

declare global {
  interface Window {
    firstCard?: number;
  }
}

/** How long a browser with an empty cache takes to show a course, and how much it loads until the network is idle. */
export type FirstCard = { milliseconds: number; kilobytes: number };

/** A network connection to emulate: round trip in ms, and throughput. Without one, there is no throttling. */
export type Connection = { roundTrip: number; megabitsPerSecond: number };

/** @param url a page with links to courses; files from other hosts, such as thumbnails, are not counted */
export async function watchFirstCard(
  browser: Browser,
  url: string,
  connection?: Connection,
): Promise<FirstCard> {
  // High enough to show the first card without scrolling.
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

/** Runs in the page: records when the frame after a card's layout begins, in ms since the start of the navigation. */
function lookForCard(): void {
  const box = document.querySelector('a[href^="/course/"]')?.getBoundingClientRect();
  const isThere = box !== undefined && box.height > 0 && box.top < window.innerHeight;
  requestAnimationFrame(() => {
    if (isThere) window.firstCard = performance.now();
    else lookForCard();
  });
}
