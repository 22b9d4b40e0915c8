import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import buildOnce from "./build.ts";
import makeInstallations from "./prepared-installations.ts";
import { root, run } from "./run.ts";

export type Counts = { passed: number; failed: number };

/** The result of a part: how many tests passed and failed, and a text for each failure. */
export type Result = Counts & { failures: string[] };

/** One part of the tests. `run` passes its output to `write` as it arrives. */
export type Part = {
  name: string;
  /** Whether the part can start only after the app is built. */
  needsBuild: boolean;
  /** Whether the part runs only if it is named. */
  isExtra?: boolean;
  run(write: (text: string) => void): Promise<Result>;
};

/** The directory for the reports of the parts. */
export const results = `${root}test-results`;

/** A check that passes or fails as a whole. */
function check(name: string, work: (write: (text: string) => void) => Promise<boolean>): Part {
  return {
    name,
    needsBuild: false,
    async run(write) {
      const passed = await work(write);
      return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, failures: [] };
    },
  };
}

/** The result of a run with a JSON report; a run without a report has failed. */
async function resultFrom(code: number, report: string, read: (json: never) => Result): Promise<Result> {
  const result = await readFile(`${results}/${report}`, "utf8").then(
    (text) => read(JSON.parse(text) as never),
    () => ({ passed: 0, failed: 1, failures: [] }),
  );
  // A failure outside a test (in a set-up, or an unhandled rejection) shows only in the exit code.
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

type VitestReport = Record<
  "numPassedTests" | "numFailedTests" | "numPendingTests" | "numTodoTests",
  number
> & {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

function readVitestReport(report: VitestReport): Result {
  return {
    passed: report.numPassedTests,
    // A skipped test proves nothing, so it counts as failed.
    failed: report.numFailedTests + report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${relative(root, name)}\n${message}`] : []),
      ...assertionResults
        .filter(({ status }) => status !== "passed")
        .map(
          (test) =>
            `${relative(root, name)} › ${test.fullName}: ${test.status}\n${test.failureMessages.join("\n")}`,
        ),
    ]),
  };
}

function vitest(name: string, needsBuild = false): Part {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}/${name}.json`];
  return {
    name,
    needsBuild,
    async run(write) {
      const code = await run("vitest", ["run", "--project", name, ...reporters], write);
      return resultFrom(code, `${name}.json`, readVitestReport);
    },
  };
}

type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: { results: { status: string; errors: { message?: string }[] }[] }[];
  }[];
};
type PlaywrightReport = {
  stats: Record<"expected" | "unexpected" | "flaky" | "skipped", number>;
  suites: PlaywrightSuite[];
};

const browserFailures = (suite: PlaywrightSuite, above: string[] = []): string[] => {
  const path = [...above, suite.title];
  return [
    ...(suite.suites ?? []).flatMap((inner) => browserFailures(inner, path)),
    ...suite.specs
      .map(({ title, tests }) => ({ title, runs: tests.flatMap(({ results }) => results) }))
      .filter(({ runs }) => runs.some(({ status }) => status !== "passed"))
      .map(({ title, runs }) => {
        const messages = runs.flatMap(({ errors }) =>
          errors.map(({ message }) => stripVTControlCharacters(message ?? "")),
        );
        return `${[...path, title].join(" › ")}: ${runs.map(({ status }) => status).join(", ")}\n${messages.join("\n")}`;
      }),
  ];
};

function playwright(name: string, args: string[] = [], settings: Record<string, string> = {}): Part {
  return {
    name,
    needsBuild: true,
    async run(write) {
      const code = await run("playwright", ["test", ...args], write, settings);
      return resultFrom(code, `${name}.json`, ({ stats, suites }: PlaywrightReport) => ({
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky + stats.skipped,
        failures: suites.flatMap((suite) => browserFailures(suite)),
      }));
    },
  };
}

/**
 * Every part, in the order in which they start. Most parts wait for the build, above all the browser tests, which take
 * longest. The data tests, which do not, run beside it; then come the longest of the others, so that all end together.
 */
export const parts: Part[] = [
  check("build", async (write) => {
    return buildOnce()
      .then(makeInstallations)
      .then(
        () => true,
        (error) => {
          write(`${error.message}\n`);
          return false;
        },
      );
  }),
  vitest("db"),
  playwright("browser"),
  // Those that need the build copy the installations that it makes.
  vitest("embedded", true),
  vitest("launcher", true),
  vitest("faults", true),
  vitest("unit"),
  vitest("proxy", true),
  // The type check needs the route types that the build writes. With several threads it would check much twice.
  {
    ...check("types", async (write) => (await run("tsc", ["--noEmit", "--singleThreaded"], write)) === 0),
    needsBuild: true,
  },
  check("lint", async (write) => (await run("biome", ["check"], write)) === 0),
  // The browser tests that the short form leaves out.
  { ...playwright("long", ["--grep=@long"], { LECTERN_FAULTS: "long" }), isExtra: true },
];
