import type { Page } from "@playwright/test";
import { startLoopbackServer } from "../loopback-server.ts";
import { ContextPool } from "./context-pool.ts";
import { test as base, expect } from "./fixtures.ts";

/** The contexts that other tests have left are not in this pool. */
const test = base.extend<{ ownPool: ContextPool }>({
  ownPool: ({ browser }, use) => use(new ContextPool(browser)),
});

test("a browser context is like new for the next test", { tag: "@long" }, async ({
  ownPool: pool,
  options,
  outside,
  baseURL,
}) => {
  const pooled = await pool.take(options, outside);
  const { context, page } = pooled;
  const calls: string[] = [];
  await context.addCookies([{ name: "left", value: "1", url: baseURL }]);
  await context.addInitScript(() => Object.assign(window, { left: "init script" }));
  await page.exposeFunction("leftFunction", () => "left");
  await context.grantPermissions(["clipboard-read"]);
  await context.route("**/robots.txt", (route) => route.fulfill({ body: "left" }));
  context.on("page", () => calls.push("page"));
  page.on("request", () => calls.push("request"));
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setHardwareConcurrencyOverride", { hardwareConcurrency: 97 });
  await page.clock.install({ time: new Date("2030-01-01T12:00:00Z") });
  await page.goto("/planner");
  await page.clock.pauseAt(new Date("2030-01-01T13:00:00Z"));
  await page.evaluate(() => {
    localStorage.setItem("left", "1");
    sessionStorage.setItem("left", "1");
    indexedDB.open("left");
  });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 400, height: 300 });
  await context.newPage();
  await context.setOffline(true);
  await pool.giveBack(pooled);

  const fresh = await pool.take(options, outside, true);
  expect(fresh).not.toBe(pooled);
  await fresh.context.close();
  const next = await pool.take(options, outside);
  expect(next).toBe(pooled);
  expect(context.pages()).toEqual([page]);
  const length = calls.length;
  const robots = await page.goto("/robots.txt");
  expect(await robots?.text()).not.toBe("left");
  expect(calls).toHaveLength(length);
  expect(await context.cookies()).toEqual([]);
  expect(
    await page.evaluate(async () => {
      const { left, leftFunction } = window as unknown as Record<string, unknown>;
      const { state } = await navigator.permissions.query({ name: "clipboard-read" as PermissionName });
      return {
        globals: [left, leftFunction],
        stored: [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length],
        permission: state,
        dark: matchMedia("(prefers-color-scheme: dark)").matches,
        still: matchMedia("(prefers-reduced-motion: reduce)").matches,
        size: [innerWidth, innerHeight],
        isManyCored: navigator.hardwareConcurrency === 97,
        history: history.length,
        isClockReal: String(Date).includes("[native code]") && String(setTimeout).includes("[native code]"),
      };
    }),
  ).toEqual({
    globals: [undefined, undefined],
    stored: [0, 0, 0],
    permission: "prompt",
    dark: false,
    still: true,
    size: [1280, 720],
    isManyCored: false,
    history: 2,
    isClockReal: true,
  });
  expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now())).toBeLessThan(3_600_000);
  await context.close();
});

const lasting: Record<string, (page: Page) => Promise<unknown>> = {
  "headers of the test's own": (page) => page.setExtraHTTPHeaders({ "x-own": "1" }),
  "a page of another site": async (page) => {
    const otherSite = await startLoopbackServer((_request, response) => response.end("Another site"));
    await page.goto(otherSite.url);
    await otherSite.stop();
    await page.goto("/planner");
  },
  "a closed page": (page) => page.close(),
};

for (const [name, change] of Object.entries(lasting)) {
  test(`a browser context with ${name} is no other test's`, { tag: "@long" }, async ({
    ownPool: pool,
    options,
    outside,
  }) => {
    const pooled = await pool.take(options, outside);
    await change(pooled.page);
    await pool.giveBack(pooled);
    expect(pooled.page.isClosed()).toBe(true);
    expect(pooled.context.pages()).toEqual([]);
    const next = await pool.take(options, outside);
    expect(next).not.toBe(pooled);
    await next.context.close();
  });
}
