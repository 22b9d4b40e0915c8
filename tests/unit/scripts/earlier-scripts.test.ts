import { mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepEarlierScripts } from "../../../scripts/build.ts";
import { temporaryDirectory } from "../../temporary-directory.ts";

const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000);

/** A build directory with only scripts, which later builds replace. */
async function makeBuilds() {
  const directory = await temporaryDirectory();
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const chunks = join(directory, "static", "chunks");
  return {
    async build(...scripts: string[]) {
      await rm(join(directory, "static"), { recursive: true, force: true });
      await mkdir(chunks, { recursive: true });
      for (const script of scripts) await writeFile(join(chunks, script), `content of ${script}`);
      await keepEarlierScripts(directory);
    },
    age: (script: string, count: number) =>
      utimes(join(directory, "cache", "static", "chunks", script), days(count), days(count)),
    served: async () => (await readdir(chunks)).sort(),
    read: (script: string) => readFile(join(chunks, script), "utf8"),
  };
}

test("a build serves the scripts of those before it", async () => {
  const builds = await makeBuilds();
  await builds.build("a.js", "shared.js");
  await builds.build("b.js", "shared.js");
  await builds.build("c.js");
  expect(await builds.served()).toEqual(["a.js", "b.js", "c.js", "shared.js"]);
  expect(await builds.read("a.js")).toBe("content of a.js");
});

test("scripts that no build of thirty days has are gone", async () => {
  const builds = await makeBuilds();
  await builds.build("a.js", "shared.js");
  await builds.age("a.js", 31);
  await builds.age("shared.js", 31);
  await builds.build("b.js", "shared.js");
  expect(await builds.served()).toEqual(["b.js", "shared.js"]);
  await builds.age("shared.js", 29);
  await builds.build("c.js");
  expect(await builds.served()).toEqual(["b.js", "c.js", "shared.js"]);
});
