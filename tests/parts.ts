import { readFile } from "node:fs/promises";
import buildOnce from "./build.ts";
import makePresetInstallation from "./preset-installation.ts";
import { root, run } from "./run.ts";

export type Counts = { passed: number; failed: number };

/** One part of the tests. `run` gives its output to `write` as it comes. */
export type Part = {
  name: string;
  /** Whether it starts only when the app is built. */
  needsBuild: boolean;
  run(write: (text: string) => void): Promise<Counts>;
};

/** Where the parts leave their reports. */
export const results = `${root}test-results`;

/** A check that passes or fails as a whole. */
function check(name: string, work: (write: (text: string) => void) => Promise<boolean>): Part {
  return {
    name,
    needsBuild: false,
    async run(write) {
      const passed = await work(write);
      return { passed: passed ? 1 : 0, failed: passed ? 0 : 1 };
    },
  };
}

/** Counts of a run that reports in JSON; one that left no report has failed. */
async function countFrom(code: number, report: string, count: (json: never) => Counts): Promise<Counts> {
  const counts = await readFile(`${results}/${report}`, "utf8").then(
    (text) => count(JSON.parse(text) as never),
    () => ({ passed: 0, failed: 1 }),
  );
  // What fails outside a test (a set-up, an unhandled rejection) shows in the exit code alone.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

type VitestReport = Record<"numPassedTests" | "numFailedTests" | "numPendingTests" | "numTodoTests", number>;

function vitest(name: string, needsBuild = false): Part {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}/${name}.json`];
  return {
    name,
    needsBuild,
    async run(write) {
      const code = await run("vitest", ["run", "--project", name, ...reporters], write);
      // A skipped test is no proof of anything.
      return countFrom(code, `${name}.json`, (json: VitestReport) => ({
        passed: json.numPassedTests,
        failed: json.numFailedTests + json.numPendingTests + json.numTodoTests,
      }));
    },
  };
}

type PlaywrightReport = { stats: Record<"expected" | "unexpected" | "flaky" | "skipped", number> };

const browser: Part = {
  name: "browser",
  needsBuild: true,
  async run(write) {
    const code = await run("playwright", ["test"], write);
    return countFrom(code, "browser.json", ({ stats }: PlaywrightReport) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + stats.skipped,
    }));
  },
};

/**
 * Every part, in the order in which they start. The build comes first, as most wait for it; then what is
 * long, so that what is short fills the gaps at the end.
 */
export const parts: Part[] = [
  check("build", async (write) => {
    const prepared = buildOnce().then(() => makePresetInstallation());
    return prepared.then(
      () => true,
      (error) => {
        write(`${error.message}\n`);
        return false;
      },
    );
  }),
  vitest("unit"),
  check("lint", async (write) => (await run("biome", ["check"], write)) === 0),
  browser,
  vitest("db"),
  // The build has written the types of its routes.
  { ...check("types", async (write) => (await run("tsc", ["--noEmit"], write)) === 0), needsBuild: true },
  vitest("bench", true),
  vitest("embedded"),
  vitest("faults", true),
  vitest("proxy", true),
  vitest("launcher", true),
];
