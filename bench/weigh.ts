import type { Browser, Request } from "@playwright/test";

export const kinds = ["JavaScript", "HTML", "CSS", "fonts", "other"] as const;
type Kind = (typeof kinds)[number];

/** kB of bodies as they came over the wire, by kind, and how many requests there were. */
export type Weight = Record<Kind, number> & { requests: number };

const KIND_OF: Partial<Record<string, Kind>> = {
  script: "JavaScript",
  document: "HTML",
  stylesheet: "CSS",
  font: "fonts",
};

/** What a browser that has nothing yet loads for a page, from the page's own server, until it is at rest. */
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
