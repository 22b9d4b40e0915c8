import { setTimeout as delay } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { findBrowser } from "../../tests/browser/find-browser.ts";
import { type Context, type Part, type Row, summarize } from "../part.ts";
import { startSite } from "../site.ts";
import { installStopwatch, type Sign, time } from "../stopwatch.ts";

const ROUNDS = 10;
/** How long the pointer rests on a link before the press; people take longer. */
const ARRIVAL_MS = 100;
const GOAL_MS = 60;

/** A navigation from one page to another. The last action of `press` is the press itself. */
type Move = { name: string; from: string; to: string; heading: string; press(page: Page): Promise<void> };

export const part: Part = {
  name: "navigation",
  title: "From the press to the new page's heading on screen, beside a full load of the same page",
  async run(context) {
    const site = await startSite(context);
    const address = await site.openFront({ scripts: true });
    const page = await openTab(context, address, site.browserFlags);
    const rows: Row[] = [];
    for (const move of listMoves(site.pathOf).slice(0, context.isShort ? 1 : undefined)) {
      context.log(move.name);
      rows.push(await measure(page, move, context.isShort ? 1 : ROUNDS));
    }
    return rows;
  },
};

async function openTab({ defer }: Context, baseURL: string, args: string[]): Promise<Page> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args });
  defer(() => browser.close());
  const page = await browser.newPage({ baseURL });
  await installStopwatch(page);
  return page;
}

function listMoves(pathOf: Awaited<ReturnType<typeof startSite>>["pathOf"]): Move[] {
  const [home, subject, course, lecture] = (["home", "subject", "course", "lecture"] as const).map(
    pathOf,
  ) as [string, string, string, string];
  const results = pathOf("search, results");
  const link = (name: string, from: string, to: string): Move => ({
    name,
    from,
    to,
    heading: "h1",
    press: (page) => pressLink(page, to),
  });
  return [
    link("home to subject", home, subject),
    link("subject to course", subject, course),
    link("course to lecture", course, lecture),
    {
      // The page's own heading is no proof of results: it can show the search text before there are any.
      name: "course to search results, first result",
      from: course,
      to: results,
      heading: "main article h2",
      press: (page) => pressEnter(page, new URL(results, "http://localhost").searchParams.get("q") ?? ""),
    },
  ];
}

async function measure(page: Page, move: Move, rounds: number): Promise<Row> {
  await page.goto(move.to);
  const heading = page.locator(move.heading).first();
  const sign = { selector: move.heading, text: (await heading.textContent())?.trim() ?? "" };
  // The first navigation is not measured: it fills the caches of the server and the browser.
  await go(page, move, sign, false);
  const [within, loads]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    within.push(await go(page, move, sign, false));
    loads.push(await go(page, move, sign, true));
  }
  const figures = summarize(within);
  const compared = { name: "full load", ...summarize(loads) };
  const ratio = figures.value / compared.value;
  return {
    name: move.name,
    ...figures,
    unit: "ms",
    compared,
    ratio,
    goal: `at most 0.5, and at most ${GOAL_MS} ms`,
    isMet: ratio <= 0.5 && figures.value <= GOAL_MS,
  };
}

async function go(page: Page, move: Move, sign: Sign, isFullLoad: boolean): Promise<number> {
  await page.goto(move.from);
  await page.waitForLoadState("networkidle");
  await page.mouse.move(0, 0);
  if (isFullLoad) await page.evaluate(leaveItToTheBrowser);
  return time(page, sign, () => move.press(page));
}

/** Hides clicks and submits from the page's scripts, so that the browser follows links and sends forms itself. */
function leaveItToTheBrowser(): void {
  for (const type of ["click", "submit"])
    addEventListener(type, (event) => event.stopImmediatePropagation(), true);
}

async function pressLink(page: Page, path: string): Promise<void> {
  const link = page.locator(`main a[href="${path}"]`).first();
  await link.scrollIntoViewIfNeeded();
  const box = await link.boundingBox();
  if (!box) throw new Error(`No link leads to ${path}.`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
  await delay(ARRIVAL_MS);
  await page.mouse.down();
  await page.mouse.up();
}

async function pressEnter(page: Page, query: string): Promise<void> {
  const field = page.getByRole("searchbox").first();
  await field.focus();
  // The text is set, not typed, because typing could start the search before Enter, unlike in the other moves.
  await field.evaluate((input: HTMLInputElement, text) => {
    input.value = text;
  }, query);
  await page.keyboard.press("Enter");
}
