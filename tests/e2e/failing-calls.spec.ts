import { isLongForm } from "../long-form.ts";
import { doAgain, type Fault, failAt, faults } from "./faults.ts";
import { test as base } from "./quiz-bank.ts";
import { type Task, tasks } from "./tasks.ts";

/**
 * Every task meets every fault in the long form (`LECTERN_FAULTS=long npx playwright test failing-calls`), on a
 * desktop, on a phone and on a slow processor; in the short one most tasks meet two, and each fault several tasks.
 */
const devices = isLongForm ? (["desktop", "phone", "slow"] as const) : (["desktop"] as const);
function faultsOf({ isNavigation }: Task, position: number): Fault[] {
  const possible = faults.filter((fault) => !isNavigation || fault !== "401");
  return isLongForm ? possible : [possible[position % (possible.length - 1)]!, "silence"];
}

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
