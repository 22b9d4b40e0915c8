import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { startLoopbackServer } from "../../loopback-server.ts";

// The page cache as OpenNext uses it: it reads an entry, then checks whether the entry's tags have changed since.

const api = { version: 1, asked: 0, answer: Promise.resolve() };
const server = await startLoopbackServer(async (_, response) => {
  api.asked++;
  const { version, answer } = api;
  await answer;
  response.end(JSON.stringify([{ tag: "catalogue", version }]));
});
afterAll(() => server.stop());

const requests = new AsyncLocalStorage<object>();
let cache: typeof import("../../../lib/page-cache/open-next.ts");

beforeEach(async () => {
  Object.assign(api, { version: 1, asked: 0, answer: Promise.resolve() });
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "lecternChanges");
  vi.stubGlobal("__openNextAls", requests);
  vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" });
  vi.stubEnv("SUPABASE_URL", server.url);
  vi.stubEnv("SUPABASE_PUBLISHABLE_KEY", "a-publishable-key");
  vi.stubEnv("SUPABASE_SECRET_KEY", "a-secret-key");
  vi.stubEnv("LECTERN_PAGE_CHECK_MS", "0");
  cache = await import("../../../lib/page-cache/open-next.ts");
});

type Page = { html: string; meta: { headers: Record<string, string> } };

async function find(): Promise<Page | null> {
  const entry = await cache.incrementalCache.get("/page");
  if (!entry) return null;
  const page = entry.value as Page;
  const tags = page.meta.headers["x-next-cache-tags"]?.split(",") ?? [];
  // OpenNext does the same.
  delete page.meta.headers["x-next-cache-tags"];
  return (await cache.tagCache.hasBeenRevalidated(tags, entry.lastModified)) ? null : page;
}

const keep = (html: string) =>
  cache.incrementalCache.set("/page", {
    html,
    meta: { headers: { "x-next-cache-tags": "catalogue" } },
  } as Page);

test("a page that holds the query or the nonce of its visitor is not kept", () =>
  requests.run({}, async () => {
    await cache.incrementalCache.get("/page");
    const rsc = '0:{"c":["","page"],"q":""}';
    await cache.incrementalCache.set("/page", { rsc: '0:{"c":["","page?secret"],"q":"?secret"}' });
    await cache.incrementalCache.set("/page", { rsc, html: '<script nonce="of-a-stranger">' });
    expect(await cache.incrementalCache.get("/page")).toBeNull();
    await cache.incrementalCache.set("/page", { rsc, html: "<script>" });
    expect(await cache.incrementalCache.get("/page")).not.toBeNull();
  }));

/** The page that a visitor gets: the cached page, or one that is rendered now, which takes as long as `making`. */
const visit = (html: string, making = async () => {}) =>
  requests.run({}, async () => {
    const kept = await find();
    if (kept) return kept.html;
    await making();
    await keep(html);
    return html;
  });

test("a page is kept until the version of its tag is another, however often it is asked for", async () => {
  expect(await visit("first")).toBe("first");
  expect(await visit("second")).toBe("first");
  expect(await visit("third")).toBe("first");
  api.version = 2;
  expect(await visit("fourth")).toBe("fourth");
  expect(await visit("fifth")).toBe("fourth");
});

test("a page that was read before a change and stored after it is not shown again", async () => {
  await visit("first");
  api.version = 2;
  const late = await visit("of the one before", async () => {
    api.version = 3;
    await visit("of the latest");
  });
  expect(late).toBe("of the one before");
  expect(await visit("of the latest again")).toBe("of the latest again");
});

test("a clock that stands still does not confuse before and after", async () => {
  vi.spyOn(performance, "now").mockReturnValue(5);
  await visit("first");
  expect(await visit("second")).toBe("first");
  api.version = 2;
  expect(await visit("third")).toBe("third");
  expect(await visit("fourth")).toBe("third");
});

test("no request waits for the question of another", async () => {
  const silence = new Promise<void>(() => {});
  api.answer = silence;
  const first = visit("of a request that has ended");
  await vi.waitUntil(() => api.asked === 1);
  api.answer = Promise.resolve();
  expect(await visit("second")).toBe("second");
  expect(api.asked).toBe(2);
  await first;
});

test("the answer to an early question does not undo that to a later one", async () => {
  await visit("first");
  const { promise, resolve } = Promise.withResolvers<void>();
  api.answer = promise;
  const early = visit("second");
  await vi.waitUntil(() => api.asked === 2);
  Object.assign(api, { version: 2, answer: Promise.resolve() });
  expect(await visit("third")).toBe("third");
  resolve();
  expect(await early).toBe("third");
  expect(await visit("fourth")).toBe("third");
});

test("what Next tells to be old is old in this isolate", async () => {
  await visit("first");
  await cache.tagCache.writeTags([{ tag: "catalogue" }]);
  expect(await visit("second")).toBe("second");
});
