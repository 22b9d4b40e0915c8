import type { Page } from "@playwright/test";

/** A call of a page: to which path it goes. */
export type Call = [method: string, path: RegExp];

/** What happens to one call of a page. */
export const faults = ["500", "401", "429", "cut", "silence"] as const;
export type Fault = (typeof faults)[number];

/** What a route of the app, or a proxy in front of it, answers instead. */
const answers = {
  "500": { status: 500, json: { message: "Something went wrong. Please try again." } },
  "401": { status: 401, json: { message: "Not authenticated" } },
  "429": { status: 429, contentType: "text/html", body: "<h1>Too Many Requests</h1>" },
};

/** What is said of an answer like that, or of none. */
export const sayings: Record<Fault, string> = {
  "500": "Something went wrong. Please try again.",
  "401": "Not authenticated",
  "429": "Too many requests at the moment. Please try again in a minute.",
  cut: "The server could not be reached. Please try again.",
  silence: "The server could not be reached. Please try again.",
};

/** Has the next of such calls fail, and no other. Returns a function that waits until it has. */
export async function failOnce(page: Page, [method, path]: Call, fault: Fault) {
  const { promise: hasFailed, resolve } = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(path, async (route) => {
    if (!isFirst || route.request().method() !== method) return route.fallback();
    isFirst = false;
    if (fault === "cut") await route.abort("connectionreset");
    else if (fault !== "silence") await route.fulfill(answers[fault]);
    resolve();
  });
  return async () => {
    await hasFailed;
    if (fault === "silence") await page.clock.fastForward(20_000);
  };
}
