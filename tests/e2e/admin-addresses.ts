import { readFileSync } from "node:fs";
import { join } from "node:path";
import type postgres from "postgres";
import { addressOf, filesUnder } from "../api-routes.ts";
import { root } from "../run.ts";
import type { Asked } from "./raw-request.ts";

/** The path of every page of the console, read from the files so that no new page is missed. */
export const consolePages: string[] = filesUnder("app/admin-console", "page.tsx").map(addressOf).sort();

/** The paths of all console pages, with the ids of an existing import, lecture and course. */
export async function findConsolePaths(sql: postgres.Sql): Promise<string[]> {
  const [job] = await sql`select id from import_jobs where user_id is null limit 1`;
  const [lecture] = await sql`select min(id) as id from lectures`;
  const known: Record<string, string> = {
    "[id]": job?.id,
    "[lecture]": lecture?.id,
    "[course]": "classical-mechanics",
  };
  return consolePages.map((page) => page.replace(/\[\w+\]/, (segment) => known[segment] ?? segment));
}

type Way = { name: string; path: string; asked: Asked; isUsual: boolean };

/** Ways to request a page that might bypass its gate; ways with `isUsual` are those of the Next.js router. */
export function waysTo(page: string): Way[] {
  const usual = routerHeaders(page).map((headers) => ({ path: page, asked: { headers }, isUsual: true }));
  const headers: Asked[] = forgedHeaders(page).map((more) => ({ headers: more }));
  const methods: Asked[] = ["HEAD", "POST", "PUT", "OPTIONS"].map((method) => ({ method }));
  const action: Asked = { method: "POST", headers: { "next-action": "0".repeat(42) } };
  const unusual = [...headers, ...methods, action].map((asked) => ({ path: page, asked, isUsual: false }));
  const odd = oddPaths(page).flatMap((path) => [
    { path, asked: {}, isUsual: false },
    { path, asked: { headers: { rsc: "1" } }, isUsual: false },
  ]);
  return [...usual, ...unusual, ...odd].map((way) => ({
    ...way,
    name: `${JSON.stringify(way.asked)} ${way.path}`,
  }));
}

/** Headers that Next.js or a proxy in front of it sets internally. */
function forgedHeaders(page: string): Record<string, string>[] {
  return [
    ...["middleware", "src/middleware", "pages/_middleware"].flatMap((name) => [
      { "x-middleware-subrequest": name },
      { "x-middleware-subrequest": Array(5).fill(name).join(":") },
    ]),
    { "x-middleware-next": "1", "x-middleware-rewrite": page },
    { "x-middleware-override-headers": "cookie", "x-middleware-request-cookie": "lectern-session=x" },
    { "x-matched-path": page, "x-invoke-path": page, "x-invoke-output": page, "x-invoke-status": "200" },
    { "x-nextjs-data": "1" },
    { "x-original-url": page, "x-rewrite-url": page, "x-forwarded-host": "127.0.0.1" },
    { authorization: "Bearer null" },
  ];
}

/** The headers with which the Next.js router requests a page: all of it, one layer of it, or a prefetch. */
function routerHeaders(page: string): Record<string, string>[] {
  const layers = ["/_tree", "/_index", "/_head", page, `${page}/__PAGE__`];
  return [
    { rsc: "1" },
    { rsc: "1", "next-router-state-tree": stateTree(page) },
    { rsc: "1", "next-router-prefetch": "1", purpose: "prefetch" },
    { purpose: "prefetch", "sec-purpose": "prefetch;prerender" },
    { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    { rsc: "1", "next-router-prefetch": "2", "next-router-state-tree": stateTree(page) },
    ...layers.map((layer) => ({
      rsc: "1",
      "next-router-prefetch": "1",
      "next-router-segment-prefetch": layer,
    })),
  ];
}

/** The router state of a browser that already has every layout of the page and requests only the page itself. */
function stateTree(page: string): string {
  const [, ...segments] = page.split("/");
  const leaf: unknown = ["__PAGE__", {}, null, "refetch"];
  const tree = segments.reduceRight((children, segment) => [segment, { children }], leaf);
  return encodeURIComponent(JSON.stringify(["", { children: tree }, null, null]));
}

function oddPaths(page: string): string[] {
  const buildId = readFileSync(join(root, ".next/BUILD_ID"), "utf8");
  return [
    `${page}/`,
    `/${page}`,
    page.toUpperCase(),
    page.replace(/[^/](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    page.replace("/a", "/%61"),
    page.replaceAll("-", "%2d"),
    `/%2e${page}`,
    `/x/..${page}`,
    `${page}/x/..`,
    `${page}%2f`,
    `${page}%00`,
    `${page};x=1`,
    `${page}?_rsc=abc`,
    `${page}.rsc`,
    `${page}.txt`,
    `${page}.json`,
    `${page}/page`,
    `${page}.segments/_tree.segment.rsc`,
    `${page}.segments/${page.slice(1)}/__PAGE__.segment.rsc`,
    `/_next/data/${buildId}${page}.json`,
    `http://localhost${page}`,
  ];
}

/** Whether a text occurs in another as whole words: "Retry" does not occur in a function name, `reactRetry`. */
export function standsIn(text: string, words: string): boolean {
  const isLetter = (character: string | undefined) => /[a-z]/i.test(character ?? "");
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const continues = isLetter(words.at(-1)) && isLetter(text[at + words.length]);
    if (!continues && !(isLetter(words[0]) && isLetter(text[at - 1]))) return true;
  }
  return false;
}

/** The texts of a page that do not occur in any of the texts that every visitor may see. */
export function wordsOf(html: string, ...publicTexts: string[]): string[] {
  const visible = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, "");
  const labels = [...visible.matchAll(/ (?:aria-label|placeholder|title)="([^"]*)"/g)].map(
    ([, text]) => text,
  );
  const words = [...visible.split(/<[^>]*>/), ...labels].map((text) => (text ?? "").trim());
  return [...new Set(words)].filter(
    (text) => /[a-z]{3}/i.test(text) && !publicTexts.some((other) => standsIn(other, text)),
  );
}
