import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { root } from "../../run.ts";

// As `npm run bench` does without the name of a part. Two test runners in one process exclude each other.
const loadAll = `
  import { readdir } from "node:fs/promises";
  const files = (await readdir("bench/parts")).sort();
  const parts = await Promise.all(files.map((file) => import(process.cwd() + "/bench/parts/" + file)));
  console.log(parts.map((module) => (module.part ?? module).name).join());`;

test("all parts of the benchmark can be loaded together", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", loadAll], {
    cwd: root,
  });
  expect(stdout.trim().split(",")).toEqual(
    expect.arrayContaining(["large-import", "memory", "paint", "weight"]),
  );
});
