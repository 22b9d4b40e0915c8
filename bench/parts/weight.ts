import { chromium } from "@playwright/test";
import { browserFlags, findBrowser } from "../../tests/browser/find-browser.ts";
import { startEmptyApp } from "../empty-app.ts";
import type { Part, Row } from "../part.ts";
import { listPublicPages } from "../public-pages.ts";
import { kinds, type Weight, weigh } from "../weigh.ts";

/** kB of JavaScript that a page may have on top of an empty app's. */
const ALLOWANCE = 10;

/** Sizes are compressed, as served. Thumbnails, which come from another host, are not counted. */
export const part: Part = {
  name: "weight",
  title: "First load of every public page, beside an empty Next app of the same version",
  async run({ isShort, log, defer, product }) {
    // Building takes longer than the rest: a shortened run compares with the 404 page, which is nearly empty.
    const startEmpty = async () => {
      log("Building and starting an empty app");
      const { url, stop } = await startEmptyApp();
      defer(stop);
      return url;
    };
    const { environment } = await product();
    const emptyUrl = isShort ? `${environment.BASE_URL}/no-such-page` : await startEmpty();
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
    defer(() => browser.close());
    const base = await weigh(browser, emptyUrl);
    const pages = await listPublicPages(environment);
    const rows: Row[] = [];
    for (const [name, path] of isShort ? pages.slice(0, 1) : pages) {
      log(name);
      rows.push(...rowsOf(name, await weigh(browser, `${environment.BASE_URL}${path}`), base));
    }
    return rows;
  },
};

function rowsOf(name: string, weight: Weight, base: Weight): Row[] {
  const row = (what: keyof Weight, unit: string): Row => ({
    name: `${name}: ${what}`,
    value: weight[what],
    unit,
    compared: { name: "empty app", value: base[what] },
  });
  const isMet = weight.JavaScript <= base.JavaScript + ALLOWANCE;
  return [
    { ...row("JavaScript", "kB"), goal: `at most ${ALLOWANCE} kB above`, isMet },
    ...kinds.filter((kind) => kind !== "JavaScript" && weight[kind] > 0).map((kind) => row(kind, "kB")),
    row("requests", "requests"),
  ];
}
