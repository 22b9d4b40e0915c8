import { mkdir, readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { startProduct } from "../tests/product.ts";
import { run } from "../tests/run.ts";

// `npm test`: types, lint, unit, database, backend, browser, launcher, proxy, benchmark and fault tests, against real parts
// on free ports and temporary directories. Ends with `N passed, N failed`.

type Counts = { passed: number; failed: number; skipped: number };

const results = fileURLToPath(new URL("../test-results", import.meta.url));
const counts = new Map<string, Counts>();

/** A check that passes or fails as a whole. */
async function check(name: string, ...commands: string[][]): Promise<void> {
  let failed = 0;
  for (const [command = "", ...args] of commands) {
    if ((await run(command, args)) !== 0) failed = 1;
  }
  counts.set(name, { passed: 1 - failed, failed, skipped: 0 });
}

/** Tests that count themselves; a run that left no count has failed. */
async function tests(
  name: string,
  work: () => Promise<number>,
  report: string,
  read: (json: never) => Counts,
) {
  const code = await work();
  const counted = await readFile(`${results}/${report}`, "utf8").then(
    (text) => read(JSON.parse(text) as never),
    () => null,
  );
  const result = counted ?? { passed: 0, failed: 1, skipped: 0 };
  // Anything that fails outside a test (a set-up, an unhandled rejection) shows in the exit code alone.
  if (code !== 0 && result.failed === 0) result.failed = 1;
  counts.set(name, result);
}

const vitest = (project: string) =>
  tests(
    project,
    () =>
      run("vitest", [
        "run",
        "--project",
        project,
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${results}/${project}.json`,
      ]),
    `${project}.json`,
    (json: {
      numPassedTests: number;
      numFailedTests: number;
      numPendingTests: number;
      numTodoTests: number;
    }) => ({
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests + json.numTodoTests,
    }),
  );

/** The browser tests, against the product as `npm start` runs it on a database that the tests can ask. */
async function browserTests(): Promise<number> {
  const product = await startProduct().catch((error) => console.error(error));
  if (!product) return 1;
  try {
    return await run("playwright", ["test"], product.testEnvironment);
  } finally {
    await product.stop();
  }
}

await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });
await check("types", ["next", "typegen"], ["tsc", "--noEmit"]);
await check("lint", ["biome", "check"]);
await vitest("unit");
await vitest("db");
await vitest("embedded");
await tests(
  "browser",
  browserTests,
  "browser.json",
  (json: { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }) => ({
    passed: json.stats.expected,
    failed: json.stats.unexpected + json.stats.flaky,
    skipped: json.stats.skipped,
  }),
);
await vitest("launcher");
await vitest("proxy");
await vitest("bench");
await vitest("faults");

const total = { passed: 0, failed: 0, skipped: 0 };
console.log();
for (const [name, { passed, failed, skipped }] of counts) {
  // A skipped test is no proof of anything.
  total.passed += passed;
  total.failed += failed + skipped;
  console.log(
    `${name.padEnd(10)} ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`,
  );
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
