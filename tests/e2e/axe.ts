import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import { isLongForm } from "../long-form.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe looks for in each scheme: only contrast depends on it. */
const rulesOf: Record<"light" | "dark", axe.RunOptions> = {
  light: {},
  dark: { runOnly: ["color-contrast"] },
};

/** Of what is alike, many times, the short form leaves the first to axe, which otherwise looks at all of it by each rule. */
const alike = isLongForm
  ? ""
  : [
      "tr:nth-child(n+7)",
      "li:nth-child(n+13)",
      "article:nth-of-type(n+13)",
      // Subjects of the home page.
      "section:has(article) ~ section:has(article) ~ section:has(article)",
    ].join();

/** Has axe look through the page and its frames, into which it is put once: it is large. */
async function findViolations(page: Page, options: axe.RunOptions, excluded?: string) {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axeSource);
  }
  return page.evaluate(
    async ([options, alike, excluded]) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const isLeftOut = (element: Element) =>
        element.isConnected && !element.contains(document.activeElement);
      const scrolled = [document.scrollingElement!, ...document.querySelectorAll("*")]
        .filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0)
        .map((element) => ({ element, left: element.scrollLeft, top: element.scrollTop }));
      const leftOut: [Element, Comment][] = [];
      for (const element of alike ? document.querySelectorAll(alike) : []) {
        if (!isLeftOut(element)) continue;
        const place = document.createComment("");
        element.replaceWith(place);
        leftOut.push([element, place]);
      }
      try {
        const context = excluded ? { exclude: [excluded] } : document;
        const { violations } = await inPage.run(context, options);
        return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))]);
      } finally {
        for (const [element, place] of leftOut) place.replaceWith(element);
        for (const { element, left, top } of scrolled) element.scrollTo({ left, top, behavior: "instant" });
      }
    },
    [
      { ...options, resultTypes: ["violations"], preload: false } satisfies axe.RunOptions,
      alike,
      excluded,
    ] as const,
  );
}

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
    const found = await findViolations(page, rulesOf[colorScheme], excluded);
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
      if (document.documentElement.scrollWidth <= window) return null;
      const isOut = (element: Element) => element.getBoundingClientRect().right > window + 1;
      const out = [...document.querySelectorAll("body *")].filter(isOut).slice(0, 2);
      return out.map(({ outerHTML }) => outerHTML.slice(0, 120));
    }, width);
    if (wider) found.push(`${width} px: ${wider.join(" ")}`);
  }
  return found;
}

/** Words of titles, headings, navigation and buttons that stand on more than one line. */
export function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement?.closest("h1, h2, header, nav, footer, button, dt")) continue;
      for (const { 0: word, index } of text.textContent!.matchAll(/\p{L}{2,16}/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(word);
      }
    }
    return found;
  });
}
