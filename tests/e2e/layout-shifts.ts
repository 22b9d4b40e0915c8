import type { RequestListener } from "node:http";
import type { Page } from "@playwright/test";
import { forward } from "../forward.ts";
import { type LoopbackServer, startLoopbackServer } from "../loopback-server.ts";
import { allowMotion } from "./pages.ts";

/**
 * Makes every page that is opened from now on record its layout shifts. Its web font never comes: it makes some text
 * a few pixels wider or narrower, and whether it comes before the first painting depends on how busy the machine is.
 * @returns a function that lists the layout shifts of the current page
 */
export async function recordShifts(page: Page): Promise<() => Promise<string[]>> {
  await allowMotion(page);
  await page.route("**/*.woff2", (route) => route.fulfill({ contentType: "font/woff2", body: "" }));
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        const place = ({ x, y, width, height }: DOMRect) => `${width}×${height} at ${x}, ${y}`;
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const inside = node?.parentElement?.outerHTML.slice(0, 120);
          const html = node instanceof Element ? node.outerHTML.slice(0, 400) : node?.textContent;
          return `${place(previousRect)} → ${place(currentRect)}: ${html} in ${inside}`;
        });
        if (entry.value > 0) shifts.push(`${entry.value}: ${moved.join(" | ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

/**
 * Serves the site at another address, where one path has these contents: the part of the document before `cut`, and
 * the rest once `sendRest` is called.
 * @param base the address of the app, which answers all other paths
 */
export async function serveInTwoParts(
  base: string,
  path: string,
  html: string,
  cut: number,
): Promise<LoopbackServer & { sendRest: () => void }> {
  const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>();
  const listener: RequestListener = async (incoming, outgoing) => {
    if (incoming.url !== path) return forward(new URL(incoming.url ?? "", base), incoming, outgoing);
    outgoing.setHeader("Content-Type", "text/html; charset=utf-8").write(html.slice(0, cut));
    await rest;
    outgoing.end(html.slice(cut));
  };
  // Cookies belong to a host, whatever the port.
  const server = await startLoopbackServer(listener, { name: new URL(base).hostname });
  return { ...server, sendRest };
}

/** Opens a path of `serveInTwoParts`: the rest of the document is sent once the first part is painted. */
export async function openInTwoParts(
  page: Page,
  server: { url: string; sendRest: () => void },
  path: string,
): Promise<void> {
  await page.goto(server.url + path, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length === 1);
  server.sendRest();
}
