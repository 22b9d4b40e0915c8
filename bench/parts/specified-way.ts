import { type Browser, chromium } from "@playwright/test";
import { browserFlags, findBrowser } from "../../tests/browser/find-browser.ts";
import { type Connection, type FirstCard, watchFirstCard } from "../first-card.ts";
import { type Context, type Part, type Row, summarize } from "../part.ts";
import { startSpecifiedWay } from "../specified-way.ts";

const FEWER_BYTES = 50;
const SOONER = 20;

/** The second connection is the one that Lighthouse assumes for a desktop. */
const connections: [name: string, connection?: Connection][] = [
  ["on the machine itself"],
  ["10 Mbit/s and 40 ms", { roundTrip: 40, megabitsPerSecond: 10 }],
];

/** Both pages use the same API and database. The page that ours is compared with loads no framework. */
export const part: Part = {
  name: "specified-way",
  title: "Home page, beside one that fetches all 27,353 lectures in pages of 1,000 and groups them itself",
  async run(context) {
    const product = await context.product();
    const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, BASE_URL } = product.environment;
    const rival = async (isCompressed: boolean) => {
      const server = await startSpecifiedWay(SUPABASE_URL, isCompressed);
      context.defer(server.stop);
      return `${server.url}/?key=${SUPABASE_PUBLISHABLE_KEY}`;
    };
    const specified = { name: "as specified", url: await rival(false), hasGoal: true };
    const compressed = { name: "as specified, rows compressed", url: await rival(true), hasGoal: false };
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
    context.defer(() => browser.close());
    const rows: Row[] = [];
    for (const each of context.isShort ? [specified] : [specified, compressed]) {
      rows.push(...(await compare(browser, BASE_URL, each, context)));
    }
    return rows;
  },
};

type Rival = { name: string; url: string; hasGoal: boolean };

async function compare(browser: Browser, ownUrl: string, rival: Rival, context: Context): Promise<Row[]> {
  const { isShort, log } = context;
  const rows: Row[] = [];
  for (const [where, connection] of isShort ? connections.slice(0, 1) : connections) {
    log(`${rival.name}, ${where}`);
    const own: FirstCard[] = [];
    const others: FirstCard[] = [];
    await watchFirstCard(browser, ownUrl, connection);
    for (let round = 0; round < (isShort ? 1 : 5); round++) {
      own.push(await watchFirstCard(browser, ownUrl, connection));
      others.push(await watchFirstCard(browser, rival.url, connection));
    }
    const row = (name: string, unit: string, key: keyof FirstCard, atLeast: number): Row => {
      const ours = summarize(own.map((seen) => seen[key]));
      const theirs = summarize(others.map((seen) => seen[key]));
      const ratio = theirs.value / ours.value;
      const goal = rival.hasGoal && { goal: `at least ${atLeast} times`, isMet: ratio >= atLeast };
      return { name, ...ours, unit, compared: { name: rival.name, ...theirs }, ratio, ...goal };
    };
    if (!connection) rows.push(row("all that is loaded", "kB", "kilobytes", FEWER_BYTES));
    rows.push(row(`first course on screen, ${where}`, "ms", "milliseconds", SOONER));
  }
  return rows;
}
