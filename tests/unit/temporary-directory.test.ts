import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { root } from "../run.ts";
import { temporaryDirectory } from "../temporary-directory.ts";

test("what a test process that ended has left is removed, and what a running one has is kept", async () => {
  const own = await temporaryDirectory();
  const script = `
    const { temporaryDirectory } = await import("./tests/temporary-directory.ts");
    console.log(await temporaryDirectory());`;
  const left = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: root,
    encoding: "utf8",
  }).trim();
  expect(existsSync(left)).toBe(true);
  const next = await temporaryDirectory();
  expect([left, own, next].map((directory) => existsSync(directory))).toEqual([false, true, true]);
  for (const directory of [own, next]) await rm(directory, { recursive: true });
});
