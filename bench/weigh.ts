import type { Browser, Request } from "@playwright/test";

export const kinds = ["JavaScript", "HTML", "CSS", "fonts", "other"] as const;
type Kind = (typeof kinds)[number];

/** kB of response bodies as transferred, by kind, and the number of requests. */
export type Weight = Record<Kind, number> & { requests: number };

const KIND_OF: Partial<Record<string, Kind>> = {
  script: "JavaScript",
  document: "HTML",
  stylesheet: "CSS",
  font: "fonts",
};

/** What a browser with an empty cache loads for a page, from its own server, until the network is idle. */
export async function weigh(browser: Browser, url: string): Promise<Weight> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const finished: Request[] = [];
    page.on("requestfinished", (request) => finished.push(request));
    await page.goto(url, { waitUntil: "networkidle" });
    const own = finished.filter((request) => new URL(request.url()).origin === new URL(url).origin);
    const weight: Weight = { JavaScript: 0, HTML: 0, CSS: 0, fonts: 0, other: 0, requests: own.length };
    for (const request of own) {
      const { responseBodySize } = await request.sizes();
      weight[KIND_OF[request.resourceType()] ?? "other"] += responseBodySize / 1000;
    }
    return weight;
  } finally {
    await context.close();
  }
}
