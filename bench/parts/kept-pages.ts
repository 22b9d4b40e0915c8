import type { Product } from "../../tests/product.ts";
import { timeOf } from "../growth/turns.ts";
import type { Context, Part, Row } from "../part.ts";

/** How many pages are requested at the same time. */
const VISITORS = 8;
/** After more pages than this that are not cached, the search for cached pages ends. */
const PATIENCE = 20;

/** How many pages an app server caches, and what it costs to render a page that is not cached. */
export const part: Part = {
  name: "kept-pages",
  title: "Lecture pages that an app server keeps in memory, and those that it has to make",
  run,
};

async function run(context: Context): Promise<Row[]> {
  const product = await context.product();
  const paths = (await listLecturePaths(product)).slice(0, context.isShort ? 60 : 1_500);
  context.log(`reading ${paths.length} lecture pages`);
  const made = (paths.length / (await timeOf(() => readAtOnce(product, paths)))) * 1_000;
  const kept = await findKept(product, paths);
  const again = kept.slice(0, 500);
  const served = (again.length / (await timeOf(() => readAtOnce(product, again)))) * 1_000;
  return [
    {
      name: "lecture pages kept",
      value: kept.length,
      unit: "pages",
      compared: { name: "read", value: paths.length },
    },
    {
      name: `lecture pages made, ${VISITORS} at once`,
      value: made,
      unit: "pages/s",
      compared: { name: "kept ones, each after asking what has changed", value: served },
      ratio: made / served,
    },
  ];
}

async function listLecturePaths({ environment }: Product): Promise<string[]> {
  const xml = await (await fetch(`${environment.BASE_URL}/sitemaps/lectures-1.xml`)).text();
  return Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = ""]) => {
    const { pathname } = new URL(address.replaceAll("&apos;", "'").replaceAll("&amp;", "&"));
    return pathname;
  });
}

async function readAtOnce(product: Product, paths: readonly string[]): Promise<void> {
  const open = [...paths];
  const visitor = async () => {
    for (let path = open.shift(); path; path = open.shift()) await isKept(product, path);
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
}

/** Finds the cached pages, latest first, and stops soon: each page that is rendered again evicts another. */
async function findKept(product: Product, paths: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  let others = 0;
  for (const path of paths.toReversed()) {
    if (await isKept(product, path)) kept.push(path);
    else others++;
    if (others > PATIENCE) break;
  }
  return kept;
}

async function isKept({ environment }: Product, path: string): Promise<boolean> {
  const answer = await fetch(environment.BASE_URL + path);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  return answer.headers.get("x-nextjs-cache") === "HIT";
}
