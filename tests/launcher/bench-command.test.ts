import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import type { Results } from "../../bench/publish.ts";
import { startCommands } from "../commands.ts";
import { longTest } from "../long-test.ts";

const runNode = promisify(execFile);
const commands = startCommands();
afterAll(commands.stop);

// This does not check times. It checks that the benchmark works, including its comparison with ilike.
longTest("a shortened benchmark measures, prints and writes its results", async () => {
  const directory = await mkdtemp(join(tmpdir(), "lectern-bench-test-"));
  const output = join(directory, "results.json");
  try {
    // Growth is measured up to a size larger than the two usual ones.
    const sizes = ["--lectures", "2400", "--progress", "3000"];
    const names = ["growth", "import", "search"];
    const args = ["scripts/bench.ts", "--short", ...sizes, "--output", output, ...names];
    const { stdout } = await runNode(process.execPath, args);
    const { parts, isShort } = JSON.parse(await readFile(output, "utf8"));
    expect(isShort).toBe(true);
    expect(Object.keys(parts)).toEqual(names);
    for (const row of Object.values(parts as Results["parts"]).flatMap((part) => part.rows)) {
      expect(row.value, row.name).toBeGreaterThan(0);
      expect(stdout).toContain(row.name);
    }
    expect(parts.search.rows[0]).toMatchObject({ goal: "all", isMet: true });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

const bench = (...args: string[]) => commands.run({ script: "bench", args, settings: {} });

test("a run of unusual sizes is not published", async () => {
  const { code, output } = await bench("growth", "--lectures", "5", "--publish");
  expect(code).toBe(1);
  expect(output).toMatch(/usual sizes/);
}, 60_000);

test("a part that does not exist is named", async () => {
  const { code, output } = await bench("nonsense");
  expect(code).toBe(1);
  expect(output).toMatch(/No part nonsense/);
}, 60_000);
