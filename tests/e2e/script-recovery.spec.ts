import type { Page, Route } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const scripts = "**/_next/static/**/*.js";

/** Counts how often the page is loaded, from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}

/** Has the first script that a page asks for answered by `answer`, every time. Returns as what it was asked for, in order. */
async function loseScript(page: Page, answer: (route: Route) => Promise<void>): Promise<string[]> {
  let lost: string | undefined;
  const tries: string[] = [];
  await page.route(scripts, (route) => {
    const request = route.request();
    lost ??= request.url();
    if (request.url() !== lost) return route.continue();
    tries.push(request.resourceType());
    return answer(route);
  });
  return tries;
}

test("a page whose scripts are lost on their way is loaded anew once they can be had", {
  tag: "@long",
}, async ({ page, outside }) => {
  outside.expect(/net::ERR_/);
  const loads = countLoads(page);
  await page.route(scripts, (route) => route.abort(), { times: 1 });
  await page.goto("/auth");
  await expect.poll(loads).toBe(2);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await expect(page.getByRole("tabpanel", { name: "Sign Up" })).toBeVisible();
});

test("a page is loaded anew only once where something keeps scripts from it", { tag: "@long" }, async ({
  page,
  outside,
}) => {
  outside.expect(/net::ERR_|Failed to load chunk/);
  const loads = countLoads(page);
  const tries = await loseScript(page, (route) =>
    route.request().resourceType() === "script" ? route.abort() : route.continue(),
  );
  await page.goto("/auth");
  await expect.poll(() => tries).toEqual(["script", "fetch", "script", "fetch"]);
  expect(loads()).toBe(2);
});

test("a page is not loaded anew for a script that it loads later", { tag: "@long" }, async ({
  page,
  outside,
}) => {
  outside.expect(/net::ERR_/);
  const tries: string[] = [];
  await page.route("**/later.js", (route) => {
    tries.push(route.request().resourceType());
    return route.abort();
  });
  await page.clock.install();
  await page.goto("/auth");
  await page.evaluate(() => {
    const later = document.createElement("script");
    later.src = "/_next/static/chunks/later.js";
    const failed = new Promise((tell) => later.addEventListener("error", () => tell(true)));
    document.head.append(later);
    return failed;
  });
  await page.clock.runFor(60_000);
  expect(tries).toEqual(["script"]);
});

test("a page whose script is gone is loaded anew once, and stays readable", async ({ page, outside }) => {
  outside.expect(/status of 404|MIME type/);
  const loads = countLoads(page);
  const tries = await loseScript(page, (route) =>
    route.fulfill({ status: 404, contentType: "text/plain", body: "Not Found" }),
  );
  await page.goto("/auth");
  await expect.poll(() => tries).toEqual(["script", "fetch", "script", "fetch"]);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(loads()).toBe(2);
});
