import type { Page } from "@playwright/test";

/** A request that a page sends: its method and its path. */
export type Call = [method: string, path: RegExp];

/** How one request of a page fails. */
export const faults = ["500", "401", "429", "cut", "silence"] as const;
export type Fault = (typeof faults)[number];

/** The responses that replace that of the app's route, or come from a proxy in front of the app. */
const answers = {
  "500": { status: 500, json: { message: "Something went wrong. Please try again." } },
  "401": { status: 401, json: { message: "Not authenticated" } },
  "429": { status: 429, contentType: "text/html", body: "<h1>Too Many Requests</h1>" },
};

/** The messages that the page shows for each fault. */
export const sayings: Record<Fault, string> = {
  "500": "Something went wrong. Please try again.",
  "401": "Not authenticated",
  "429": "Too many requests at the moment. Please try again in a minute.",
  cut: "The server could not be reached. Please try again.",
  silence: "The server could not be reached. Please try again.",
};

/** Makes only the next matching request fail. Returns a function that waits until it has failed. */
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
