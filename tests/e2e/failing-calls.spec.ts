import { expect, type Page } from "@playwright/test";
import { isLongForm } from "../long-form.ts";
import { type Fault, failOnce, faults } from "./faults.ts";
import { toasts } from "./pages.ts";
import { test as base } from "./quiz-bank.ts";
import type { Task } from "./task.ts";
import { tasks } from "./tasks.ts";

/**
 * In the long form (`LECTERN_FAULTS=long npx playwright test failing-calls`) every task runs with every fault, on a
 * desktop, on a phone and on a slow processor. In the short form some of them run, with one fault each.
 */
const devices = isLongForm ? (["desktop", "phone", "slow"] as const) : (["desktop"] as const);
const tried = tasks.filter(({ fault }) => isLongForm || fault !== undefined);
function faultsOf({ fault, isNavigation }: Task): readonly Fault[] {
  if (!isLongForm && fault) return [fault];
  return faults.filter((each) => !isNavigation || each !== "401");
}

/**
 * Runs a task's step while its call fails. Expects a message that covers nothing needed next, and that everything
 * typed or viewed stays. The test controls the page's clock.
 */
async function failAt(
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
  // The timeout is shorter than a toast's lifetime; a slow processor may need longer if the page is loaded again.
  await task.next(page).click({ trial: true, timeout: isSlow ? 20_000 : 3000 });
  // Toasts close after four seconds, so the next one is new. Without a toast the clock must not advance, because the
  // page would then send the request again.
  if ((await toasts(page).count()) > 0) await page.clock.fastForward(5000);
  await expect(toasts(page)).toHaveCount(0);
}

const doFirst = (page: Page, task: Task) => (task.act ? task.act(page) : task.next(page).click());
const doAgain = (page: Page, task: Task) => (task.again ? task.again(page) : task.next(page).click());

const test = base.extend<{ meets: (task: Task, met: readonly Fault[], isSlow: boolean) => Promise<void> }>({
  meets: async ({ page, baseURL, sql, bank, outside }, use) => {
    outside.expect(/Failed to load resource|Failed to fetch/);
    await use(async (task, met, isSlow) => {
      if (task.name === "quiz answer") await bank.fill(2);
      await page.clock.install();
      await task.prepare({ page, baseURL: baseURL!, sql });
      for (const [position, fault] of met.entries())
        await test.step(fault, () => failAt(page, task, fault, { isAgain: position > 0, isSlow }));
      await doAgain(page, task);
      await task.works(page);
    });
  },
});

test("each fault is met", () => {
  expect(new Set(tried.flatMap(faultsOf))).toEqual(new Set(faults));
});

for (const device of devices) {
  test.describe(device, () => {
    if (device === "phone") test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
    for (const task of tried) {
      test(`${task.name} can be done again after a call that failed`, async ({ page, meets }) => {
        const isSlow = device === "slow";
        if (isSlow) {
          const session = await page.context().newCDPSession(page);
          await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
        }
        await meets(task, faultsOf(task), isSlow);
      });
    }
  });
}
