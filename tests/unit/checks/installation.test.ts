import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { checkDataDirectory } from "../../../scripts/checks/installation.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "lectern-checks-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
});

const textsOf = async (neededBytes = 0) =>
  (await checkDataDirectory(dataDir, neededBytes)).map(({ state, text }) => `${state}: ${text}`);

test("a data directory of its own with space left is fine, though PostgreSQL's account passes through it", async () => {
  await chmod(dataDir, 0o711);
  expect(await textsOf()).toEqual([
    `fine: The data directory is ${dataDir}.`,
    expect.stringMatching(/^fine: The disk of .* has [\d.]+ GB left\.$/),
  ]);
});

test("a data directory that others can read is wrong, because it holds secrets", async () => {
  await chmod(dataDir, 0o755);
  expect((await textsOf())[0]).toBe(
    `wrong: Other users of this machine can read the data directory ${dataDir}, which holds secrets.`,
  );
});

test("a disk with less space than an import takes is wrong, also one that the database alone is on", async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), "lectern-checks-"));
  onTestFinished(() => rm(elsewhere, { recursive: true }));
  await writeFile(join(dataDir, "postgres-location.json"), JSON.stringify({ path: elsewhere, id: "1" }));
  expect((await textsOf(2 ** 60)).slice(1)).toEqual([
    expect.stringMatching(`^wrong: The disk of ${dataDir} has `),
    expect.stringMatching(`^wrong: The disk of ${elsewhere} has `),
  ]);
});

test("a data directory that is missing is said to be, and nothing else", async () => {
  await rm(dataDir, { recursive: true });
  expect(await textsOf()).toEqual([`wrong: There is no installation in ${dataDir}.`]);
});
