import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import { isLongForm } from "../long-form.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Scheme = "light" | "dark";

/** The axe rules for each colour scheme: only contrast depends on the scheme. */
const rulesOf: Record<Scheme, axe.RunOptions> = {
  light: {},
  dark: { runOnly: ["color-contrast"] },
};
const bothSchemes: Scheme[] = ["light", "dark"];

/**
 * The colour schemes in which a state of a page is checked. All pages have the same few colours, so the short form
 * leaves dark to `accessibility.spec.ts`, which checks every kind of page in both.
 */
const usualSchemes: Scheme[] = isLongForm ? bothSchemes : ["light"];

/** The short form removes all but the first of many similar elements, because axe applies every rule to each. */
const alike = isLongForm
  ? ""
  : [
      "tr:nth-child(n+7)",
      "li:nth-child(n+13)",
      "article:nth-of-type(n+13)",
      // The subjects on the home page.
      "section:has(article) ~ section:has(article) ~ section:has(article)",
    ].join();

/** Runs axe on the page and its frames. The axe script is large, so it is injected only once per frame. */
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
 * Expects axe to find no violations, at the current width of the page.
 * @param state what the page shows, for the failure message
 * @param excluded selector of elements to skip
 */
export async function expectNoViolations(
  page: Page,
  state: string,
  { excluded, schemes = usualSchemes }: { excluded?: string; schemes?: Scheme[] } = {},
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Contrast cannot be measured while a colour is animated.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) {
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
      }
    });
    const found = await findViolations(page, rulesOf[colorScheme], excluded);
    expect(found, `${state}, ${colorScheme}, ${page.viewportSize()?.width} px`).toEqual([]);
  }
}

/** The same in the light and the dark scheme, in both forms. */
export const expectNoViolationsInBothSchemes = (page: Page, state: string) =>
  expectNoViolations(page, state, { schemes: bothSchemes });

/** Expects no axe violations, and no horizontal scrolling at any width; leaves the page 320 px wide. */
export async function expectAccessible(page: Page, state: string, excluded?: string): Promise<void> {
  for (const width of isLongForm ? [1280, 390, 320] : [1280, 320]) {
    await page.setViewportSize({ width, height: 900 });
    // An open menu moves to its new position a moment later.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${state}, ${width} px`)
      .toBeLessThanOrEqual(width);
    // The other widths would show axe nothing new.
    if (width === 1280) await expectNoViolations(page, state, { excluded });
  }
}

/** The narrowest width, that of most phones, and the narrowest with columns side by side; in the long form others too. */
const scrollWidths = isLongForm ? [320, 390, 768, 1280, 1920] : [320, 390, 768];

/** The widths at which the page is wider than its window, with the elements that overflow. */
export async function findSidewaysScrolling(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of scrollWidths) {
    await page.setViewportSize({ width, height: 900 });
    const wider = await page.evaluate(async (window) => {
      // The layout is not complete in the first frame after a resize.
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

/** Words in titles, headings, navigation and buttons that are broken across lines. */
export function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Words are wider or narrower in the font that a page starts with.
    await document.fonts.ready;
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
