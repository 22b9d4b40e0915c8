import { chromium } from "@playwright/test";
import { findBrowser } from "../../tests/browser/find-browser.ts";
import { freePort } from "../../tests/free-port.ts";
import { loadLighthouse } from "../lighthouse.ts";
import { type Context, type Part, type Row, summarize } from "../part.ts";
import { startSite } from "../site.ts";

/** Lighthouse's figures for a page on a phone: largest paint in ms, score out of 100, and layout shift. */
type Figures = { score: number; paint: number; shift: number };

const ROUNDS = 3;
const kinds = ["home", "subject", "course", "lecture", "search"] as const;

export const part: Part = {
  name: "paint",
  title: "Lighthouse's phone: largest paint, score and layout shift, beside the page without its scripts",
  async run(context) {
    const site = await startSite(context);
    const [whole, scriptless] = [
      await site.openFront({ scripts: true }),
      await site.openFront({ scripts: false }),
    ];
    const look = await startLighthouse(context, site.browserFlags);
    const rows: Row[] = [];
    // A first, unmeasured visit, so that the browser's one-time work does not count for the first page.
    if (!context.isShort) await look(whole);
    for (const kind of context.isShort ? kinds.slice(0, 1) : kinds) {
      const path = site.pathOf(kind === "search" ? "search, results" : kind);
      const [figures, without]: [Figures[], Figures[]] = [[], []];
      for (let round = 1; round <= (context.isShort ? 1 : ROUNDS); round++) {
        context.log(`${kind}, round ${round}`);
        figures.push(await look(whole + path));
        without.push(await look(scriptless + path));
      }
      rows.push(...toRows(kind, figures, without));
    }
    return rows;
  },
};

async function startLighthouse(
  { defer }: Context,
  flags: string[],
): Promise<(url: string) => Promise<Figures>> {
  const port = await freePort();
  const args = [...flags, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath: await findBrowser(), args });
  defer(() => browser.close());
  const lighthouse = await loadLighthouse();
  return async (url) => {
    const result = await lighthouse(url, {
      port,
      logLevel: "error",
      onlyCategories: ["performance"],
      disableFullPageScreenshot: true,
    });
    const report = result?.lhr;
    if (!report || report.runtimeError) throw new Error(`${url}: ${report?.runtimeError?.message}`);
    const figure = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN;
    return {
      score: Math.round((report.categories.performance?.score ?? Number.NaN) * 100),
      paint: figure("largest-contentful-paint"),
      shift: figure("cumulative-layout-shift"),
    };
  };
}

function toRows(kind: string, figures: Figures[], without: Figures[]): Row[] {
  const of = (list: Figures[], figure: keyof Figures) => summarize(list.map((each) => each[figure]));
  const [paint, score, shift] = [of(figures, "paint"), of(figures, "score"), of(figures, "shift")];
  const compared = { name: "without its scripts", ...of(without, "paint") };
  const ratio = paint.value / compared.value;
  return [
    {
      name: `${kind}, largest paint`,
      ...paint,
      unit: "ms",
      compared,
      ratio,
      goal: "at most 1.1",
      isMet: ratio <= 1.1,
    },
    { name: `${kind}, performance`, ...score, unit: "of 100", goal: "100", isMet: score.value === 100 },
    { name: `${kind}, layout shift`, ...shift, unit: "", goal: "0", isMet: shift.value === 0 },
  ];
}
