import { expect, type Page } from "@playwright/test";
import { toasts } from "./pages.ts";
import type { Task } from "./tasks.ts";

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

/** Has the next call of a task fail, and no other. Returns a function that waits until it has. */
async function failOnce(page: Page, [method, path]: Task["call"], fault: Fault) {
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

/**
 * Does a task's step while its call fails: a message is there, over nothing that is needed next, and what was typed
 * or looked at stays. The page's clock is the test's.
 */
export async function failAt(
  page: Page,
  task: Task,
  fault: Fault,
  { isAgain, isSlow }: { isAgain: boolean; isSlow: boolean },
): Promise<void> {
  const failed = await failOnce(page, task.call, fault);
  await (isAgain ? doAgain : doFirst)(page, task);
  await failed();
  const said = task.says(fault);
  if (said === null) {
    await task.works(page);
    return;
  }
  await expect(page.getByText(said).first()).toBeVisible();
  await task.keeps(page);
  // Sooner than a toast goes by itself; a slow processor may need longer for a page that is left and comes again.
  await task.next(page).click({ trial: true, timeout: isSlow ? 20_000 : 3000 });
  // Toasts go after four seconds: the next one is another. Where there is none, time would have the page ask again.
  if ((await toasts(page).count()) > 0) await page.clock.fastForward(5000);
  await expect(toasts(page)).toHaveCount(0);
}

const doFirst = (page: Page, task: Task) => (task.act ? task.act(page) : task.next(page).click());
export const doAgain = (page: Page, task: Task) => (task.again ? task.again(page) : task.next(page).click());
