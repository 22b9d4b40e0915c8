import type { APIRequestContext } from "@playwright/test";
import { startCountingProxy } from "./counting-proxy.ts";
import { expect, test } from "./fixtures.ts";
import { subjectPath } from "./pages.ts";
import { startSecondApp } from "./second-app.ts";

async function readLocations(request: APIRequestContext, path: string, root: string): Promise<URL[]> {
  const answer = await request.get(path);
  expect(answer.status(), path).toBe(200);
  expect(answer.headers()["content-type"]).toContain("xml");
  const xml = await answer.text();
  expect(xml).toMatch(
    new RegExp(`^<\\?xml[^>]+\\?>\\s*<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`),
  );
  const decode = (text: string) =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&apos;", "'").replaceAll("&amp;", "&");
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => new URL(decode(address!)));
}

test("robots.txt names the sitemap and closes private pages to robots", async ({ request }) => {
  const answer = await request.get("/robots.txt");
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toContain("text/plain");
  const lines = (await answer.text()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "User-agent: *",
      "Disallow: /admin-console",
      "Disallow: /api/",
      "Disallow: /auth",
    ]),
  );
  expect(lines.filter((line) => /^Sitemap: https?:\/\/[^/]+\/sitemap\.xml$/.test(line))).toHaveLength(1);
  // A robot that may not read a search page would never see its `noindex`.
  expect(lines).not.toContain("Disallow: /search");
});

test("the sitemap lists every page, course and lecture exactly once", async ({ request, catalogue }) => {
  const robots = await (await request.get("/robots.txt")).text();
  const site = new URL(/Sitemap: (.*)/.exec(robots)![1]!).origin;
  const files = await readLocations(request, "/sitemap.xml", "sitemapindex");
  const listed: string[] = [];
  for (const file of files) {
    expect(file.origin).toBe(site);
    const addresses = await readLocations(request, file.pathname, "urlset");
    expect(addresses.length).toBeLessThanOrEqual(10_000);
    for (const { origin, pathname, search } of addresses) {
      if (origin !== site) throw new Error(`${origin} is not ${site}`);
      listed.push(pathname + search);
    }
  }
  const { courses, lectures } = await catalogue.paths();
  const subjects = (await catalogue.subjects()).map(({ name }) => subjectPath(name));
  const expected = ["/", "/courses/All", "/subjects", ...subjects, ...courses, ...lectures]
    .map((path) => new URL(path, site).pathname)
    .sort();
  expect(listed).toHaveLength(expected.length);
  expect(listed.sort()).toEqual(expected);

  const seed = Math.floor(Math.random() * expected.length);
  for (let step = 0; step < 20; step++) {
    const path = expected[(seed + step * 7919) % expected.length]!;
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(200);
  }
});

test("a sitemap file that is not in the index answers 404", async ({ request }) => {
  for (const file of [
    "lectures-999.xml",
    "lectures-0.xml",
    "pages",
    "courses-1",
    "x.xml",
    "lectures-1e3.xml",
  ])
    expect((await request.get(`/sitemaps/${file}`)).status(), file).toBe(404);
});

test("a sitemap file is read from Supabase once, and once more after an import", async ({
  request,
  catalogue,
}) => {
  const proxy = await startCountingProxy(process.env.SUPABASE_URL ?? "");
  const SUPABASE_SECRET_KEY = "no-such-key";
  const app = await startSecondApp({ SUPABASE_URL: proxy.url, SUPABASE_SECRET_KEY });
  const ask = async (path: string) => {
    proxy.calls.length = 0;
    const answer = await request.get(app.address + path);
    // The app polls for imports and changed pages all the time.
    const calls = proxy.calls.filter((call) => !/\/(claim_import_job|cache_tags)(\?|$)/.test(call));
    return { status: answer.status(), text: await answer.text(), calls };
  };
  const lastFile = async () => {
    const { text } = await ask("/sitemap.xml");
    return /.*(\/sitemaps\/lectures-\d+\.xml)/s.exec(text)![1]!;
  };
  try {
    const file = await lastFile();
    expect((await ask("/sitemap.xml")).calls).toEqual([]);
    const first = await ask(file);
    expect(first.calls).toEqual(["POST /rest/v1/rpc/sitemap_lectures"]);
    expect(await ask(file)).toEqual({ ...first, calls: [] });
    expect(await ask("/sitemaps/lectures-999.xml")).toMatchObject({ status: 404, calls: [] });

    await catalogue.add({ course_name: "E2E in the sitemap", lecture_name: "E2E in the sitemap" });
    expect((await ask(file)).text).toBe(first.text);
    await catalogue.expirePages();
    const renewed = await lastFile();
    expect((await ask(renewed)).text).toContain("/course/E2E%20in%20the%20sitemap/1<");
    expect((await ask(renewed)).calls).toEqual([]);
  } finally {
    await app.stop();
    await proxy.stop();
  }
});
