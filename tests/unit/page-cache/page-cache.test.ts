import { setTimeout } from "node:timers/promises";
import { SharedCacheControls } from "next/dist/server/lib/incremental-cache/shared-cache-controls.external.js";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { startLoopbackServer } from "../../loopback-server.ts";

// The API's table of versions that the app requests.
const api = {
  versions: { catalogue: 1 } as Record<string, number>,
  status: 200,
  asked: 0,
  answer: Promise.resolve(),
};
const server = await startLoopbackServer(async (request, response) => {
  expect(request.url).toBe("/rest/v1/cache_tags?select=tag,version");
  expect(request.headers.apikey).toBe("a-publishable-key");
  api.asked++;
  await api.answer;
  const rows = Object.entries(api.versions).map(([tag, version]) => ({ tag, version }));
  response.writeHead(api.status).end(JSON.stringify(rows));
});
afterAll(() => server.stop());

type Handler = InstanceType<typeof import("../../../lib/page-cache/handler.ts").default>;
let newRequest: () => Handler;
let changes: typeof import("../../../lib/page-cache/changes.ts");
const logged = vi.spyOn(console, "warn").mockImplementation(() => {});

/** Simulates a new process without any state. */
async function startProcess(pageCheckMs: number, pageTimeoutMs = 300): Promise<void> {
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "lecternChanges");
  vi.stubEnv("SUPABASE_URL", server.url);
  vi.stubEnv("SUPABASE_PUBLISHABLE_KEY", "a-publishable-key");
  vi.stubEnv("SUPABASE_SECRET_KEY", "a-secret-key");
  vi.stubEnv("LECTERN_PAGE_CHECK_MS", String(pageCheckMs));
  vi.stubEnv("LECTERN_PAGE_TIMEOUT_MS", String(pageTimeoutMs));
  const { default: PageCache } = await import("../../../lib/page-cache/handler.ts");
  changes = await import("../../../lib/page-cache/changes.ts");
  newRequest = () => new PageCache();
}

beforeEach(async () => {
  Object.assign(api, { versions: { catalogue: 1 }, status: 200, asked: 0, answer: Promise.resolve() });
  logged.mockClear();
  await startProcess(0);
});

const page = (html: string, tags = "catalogue,_N_T_/layout") =>
  ({ kind: "APP_PAGE", html, headers: { "x-next-cache-tags": tags } }) as never;
const asPage = { kind: "APP_PAGE", isFallback: false } as never;

/** The page that a visitor gets: the cached page, or one that is rendered now. */
async function visit(html: string, tags?: string): Promise<string> {
  const handler = newRequest();
  const kept = await handler.get("/page", asPage);
  if (kept) return (kept.value as unknown as { html: string }).html;
  await handler.set("/page", page(html, tags), asPage);
  return html;
}

test("Next remembers no more pages than are kept", async () => {
  const remembered = Reflect.get(SharedCacheControls, "cacheControls") as Map<string, object>;
  const addresses = Array.from({ length: 100 }, (_, n) => `/gone/${n}`);
  const headers = { "x-next-cache-tags": "catalogue" };
  const gone = { kind: "APP_ROUTE", body: Buffer.alloc(200_000), status: 404, headers };
  for (const address of addresses) {
    const handler = newRequest();
    await handler.get(address, asPage);
    remembered.set(address, { revalidate: false });
    await handler.set(address, gone as never, asPage);
  }
  const handler = newRequest();
  const kept = await Promise.all(
    addresses.map(async (address) => (await handler.get(address, asPage)) && address),
  );
  expect(kept.filter(Boolean).length).toBeGreaterThan(5);
  expect(kept.filter(Boolean).length).toBeLessThan(50);
  expect([...remembered.keys()]).toEqual(kept.filter(Boolean));
});

test("a page is kept until the version of one of its tags is another", async () => {
  expect(await visit("first")).toBe("first");
  expect(await visit("second")).toBe("first");
  api.versions = { catalogue: 2 };
  expect(await visit("third")).toBe("third");
  expect(await visit("fourth")).toBe("third");
  api.versions = { catalogue: 2, other: 1 };
  expect(await visit("fifth")).toBe("third");
  // The version decreases when a backup is restored.
  api.versions = { catalogue: 1 };
  expect(await visit("sixth")).toBe("sixth");
});

test("pages that are not found displace no others", async () => {
  const isKept = async (path: string) => (await newRequest().get(path, asPage)) !== null;
  /** Keeps a page of a megabyte. */
  async function keep(path: string, status?: number): Promise<void> {
    const handler = newRequest();
    await handler.get(path, asPage);
    const value = { kind: "APP_PAGE", status, html: "x".repeat(2 ** 20), rscData: Buffer.from("") };
    await handler.set(path, value as never, asPage);
  }
  await keep("/known");
  for (let nth = 0; nth < 100; nth++) await keep(`/unknown/${nth}`, 404);
  expect(await isKept("/known")).toBe(true);
  expect([await isKept("/unknown/99"), await isKept("/unknown/0")]).toEqual([true, false]);
  // What has come to be there since is kept like any other page.
  await keep("/unknown/99");
  for (let nth = 0; nth < 10; nth++) await keep(`/unknown/${nth}`, 404);
  expect(await isKept("/unknown/99")).toBe(true);
});

test("answers without content take as much room as they occupy", async () => {
  const isKept = async (key: string) => (await newRequest().get(key, { kind: "FETCH" } as never)) !== null;
  const nothing = { kind: "FETCH", data: { body: "W10=" }, revalidate: 31_536_000 };
  await isKept("0");
  const handler = newRequest();
  for (let nth = 0; nth < 40_000; nth++) await handler.set(`${nth}`, nothing as never, {} as never);
  expect([await isKept("39999"), await isKept("0")]).toEqual([true, false]);
});

test("a page that holds the query or the nonce of its visitor is not kept", async () => {
  const withQuery = (query: string, html = "<script>") =>
    ({
      kind: "APP_PAGE",
      html,
      rscData: Buffer.from(`0:{"c":["","page${query}"],"q":"${query}"}`),
    }) as never;
  for (const page of [withQuery("?secret"), withQuery("", '<script nonce="of-a-stranger">')]) {
    await newRequest().set("/page", page, asPage);
    expect(await newRequest().get("/page", asPage)).toBeNull();
  }
  await newRequest().set("/page", withQuery(""), asPage);
  expect(await newRequest().get("/page", asPage)).not.toBeNull();
});

test("a page without such a tag is kept", async () => {
  await visit("first", "_N_T_/planner");
  api.versions = { catalogue: 2 };
  expect(await visit("second")).toBe("first");
});

test("a page that was read before a change and stored after it is not shown again", async () => {
  await visit("first");
  api.versions = { catalogue: 2 };
  const slow = newRequest();
  expect(await slow.get("/page", asPage)).toBeNull();
  api.versions = { catalogue: 3 };
  expect(await visit("of the latest")).toBe("of the latest");
  await slow.set("/page", page("of the one before"), asPage);
  expect(await visit("of the latest again")).toBe("of the latest again");
});

test("an answer that pages are made of is old by the tags that it is asked for with", async () => {
  const ask = (tags: string[]) => newRequest().get("answer", { kind: "FETCH", tags, softTags: [] } as never);
  const answer = { kind: "FETCH", data: { body: "[]" }, revalidate: 31_536_000 };
  await newRequest().set("answer", answer as never, { fetchCache: true, tags: ["catalogue"] } as never);
  // This entry was stored before the versions were known.
  expect(await ask(["catalogue"])).toBeNull();
  await newRequest().set("answer", answer as never, { fetchCache: true, tags: ["catalogue"] } as never);
  expect((await ask(["catalogue"]))?.value).toEqual(answer);
  api.versions = { catalogue: 2 };
  expect(await ask(["another"])).not.toBeNull();
  expect(await ask(["catalogue"])).toBeNull();
});

test("the database is asked once for many requests, and not again for a while", async () => {
  await startProcess(60_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  api.answer = promise;
  const visits = Array.from({ length: 20 }, () => newRequest().get("/page", asPage));
  resolve();
  await Promise.all(visits);
  await visit("first");
  api.versions = { catalogue: 2 };
  expect(await visit("second")).toBe("first");
  expect(api.asked).toBe(1);
  // The process that made the change does not wait.
  changes.recordOwnChange();
  expect(await visit("third")).toBe("third");
  expect(api.asked).toBe(2);
});

test("a check that began before the request does not stand for it", async () => {
  await visit("first");
  const { promise, resolve } = Promise.withResolvers<void>();
  api.answer = promise;
  const early = newRequest().get("/page", asPage);
  await vi.waitUntil(() => api.asked === 2);
  const later = visit("second");
  resolve();
  await Promise.all([early, later]);
  expect(api.asked).toBe(3);
});

test.each([
  ["refuses", () => Object.assign(api, { status: 503 })],
  ["is silent", () => Object.assign(api, { answer: new Promise(() => {}) })],
])("where the database %s, what is kept is shown, and it is asked again later", async (_, fail) => {
  await visit("first");
  fail();
  expect(await visit("second")).toBe("first");
  expect(await visit("third")).toBe("first");
  expect(api.asked).toBe(2);
  expect(logged).toHaveBeenCalledOnce();
  Object.assign(api, { versions: { catalogue: 2 }, status: 200, answer: Promise.resolve() });
  changes.recordOwnChange();
  expect(await visit("fourth")).toBe("fourth");
});

test("a page waits for a slow database as long as it is told to", async () => {
  await startProcess(0, 60_000);
  await visit("first");
  const slowerThanByDefault = setTimeout(400);
  Object.assign(api, { versions: { catalogue: 2 }, answer: slowerThanByDefault });
  expect(await visit("second")).toBe("second");
});

test("what was kept before the first answer of the database is old", async () => {
  api.status = 503;
  expect(await visit("first")).toBe("first");
  expect(await visit("second")).toBe("first");
  api.status = 200;
  changes.recordOwnChange();
  expect(await visit("third")).toBe("third");
  expect(await visit("fourth")).toBe("third");
});

test("a build keeps nothing and asks nothing", async () => {
  vi.stubEnv("NEXT_PHASE", "phase-production-build");
  expect(await visit("first")).toBe("first");
  expect(await visit("second")).toBe("second");
  expect(api.asked).toBe(0);
  vi.stubEnv("NEXT_PHASE", undefined);
});
