import { mkdir, rm } from "node:fs/promises";
import { type Part, parts, type Result, results } from "../tests/parts.ts";

// `npm test` runs the parts of the tests, `npm test -- unit db` some: against real services, on free ports and
// in temporary directories. Three parts run in parallel, because most of them spend much time waiting; each prints
// its output when it ends. Failures are repeated at the end, and the last line is `N passed, N failed`.

type Outcome = Result & { seconds: number };

const SIDE_BY_SIDE = 3;
/** How many characters of a failure are repeated at the end. */
const LENGTH_OF_REPORT = 1_500;

/** The parts with these names, and the build if one of them needs it; all but the extra ones if no name is given. */
function choose(names: string[]): Part[] {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    console.error(`No part ${unknown.join(", ")}. There are: ${parts.map(({ name }) => name).join(", ")}.`);
    process.exit(1);
  }
  if (names.length === 0) return parts.filter(({ isExtra }) => !isExtra);
  const needsBuild = parts.some((part) => names.includes(part.name) && part.needsBuild);
  return parts.filter(({ name }) => names.includes(name) || (name === "build" && needsBuild));
}

const chosen = choose(process.argv.slice(2));
const outcomes = new Map<string, Promise<Outcome>>();

async function runPart(part: Part): Promise<Outcome> {
  const build = part.needsBuild ? await outcomes.get("build") : undefined;
  const started = performance.now();
  let output = "";
  const write = (text: string) => {
    output += text;
  };
  if (build?.failed) write("Not run: the app could not be built.\n");
  else console.log(`${part.name} …`);
  const result = build?.failed ? { passed: 0, failed: 1, failures: [] } : await part.run(write);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`\n=== ${part.name}, ${seconds} s ===\n${output.trim()}\n`);
  // If no test reports a failure, show the end of the output.
  const isUnexplained = result.failed > 0 && result.failures.length === 0;
  const failures = isUnexplained ? [output.trim().slice(-LENGTH_OF_REPORT)] : result.failures;
  return { ...result, failures, seconds };
}

await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });
const waiting = [...chosen];
const lane = async () => {
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const outcome = runPart(part);
    outcomes.set(part.name, outcome);
    await outcome;
  }
};
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));

for (const { name } of chosen) {
  for (const failure of (await outcomes.get(name))?.failures ?? []) {
    console.log(`✗ ${name}: ${failure.slice(0, LENGTH_OF_REPORT)}\n`);
  }
}
const total = { passed: 0, failed: 0 };
for (const { name } of chosen) {
  const { passed, failed, seconds } = (await outcomes.get(name)) as Outcome;
  total.passed += passed;
  total.failed += failed;
  console.log(`${name.padEnd(10)} ${passed} passed, ${failed} failed, ${seconds} s`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
