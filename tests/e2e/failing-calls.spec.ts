import { expect, type Page } from "@playwright/test";
import { isLongForm } from "../long-form.ts";
import { type Fault, failOnce, faults } from "./faults.ts";
import { toasts } from "./pages.ts";
import { test as base } from "./quiz-bank.ts";
import type { Task } from "./task.ts";
import { tasks } from "./tasks.ts";

/**
 * Every task meets every fault in the long form (`LECTERN_FAULTS=long npx playwright test failing-calls`), on a
 * desktop, on a phone and on a slow processor; in the short one each meets one, and each fault several tasks.
 */
const devices = isLongForm ? (["desktop", "phone", "slow"] as const) : (["desktop"] as const);
function faultsOf({ isNavigation }: Task, position: number): Fault[] {
  const possible = faults.filter((fault) => !isNavigation || fault !== "401");
  return isLongForm ? possible : [possible[position % possible.length]!];
}

/**
 * Does a task's step while its call fails: a message is there, over nothing that is needed next, and what was typed
 * or looked at stays. The page's clock is the test's.
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
  // Sooner than a toast goes by itself; a slow processor may need longer for a page that is left and comes again.
  await task.next(page).click({ trial: true, timeout: isSlow ? 20_000 : 3000 });
  // Toasts go after four seconds: the next one is another. Where there is none, time would have the page ask again.
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

for (const device of devices) {
  test.describe(device, () => {
    if (device === "phone") test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
    for (const [position, task] of tasks.filter(({ isLong }) => isLongForm || !isLong).entries()) {
      test(`${task.name} can be done again after a call that failed`, async ({ page, meets }) => {
        const isSlow = device === "slow";
        if (isSlow) {
          const session = await page.context().newCDPSession(page);
          await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
        }
        await meets(task, faultsOf(task, position), isSlow);
      });
    }
  });
}
