import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { lockDirectory } from "../../supabase/embedded/directory-lock.ts";
import type { EmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { installedDirectory, startBackend, temporaryDirectory } from "./installation.ts";
import { addToLedger, listLedger } from "./requests.ts";

const startAtOnce = async (dataDir: string, processes: number) => {
  const options = { siteUrl: "http://localhost:4321" };
  const starts = Array.from({ length: processes }, () => startBackend(dataDir, options));
  const outcomes = await Promise.allSettled(starts);
  return {
    started: outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : [])),
    refusals: outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.message] : [])),
  };
};

test("of processes that start at once one gets the directory, and a later one is told which process holds it", async () => {
  const dataDir = await installedDirectory();
  const { started, refusals } = await startAtOnce(dataDir, 3);
  expect(started).toHaveLength(1);
  expect(refusals).toEqual(Array(2).fill(expect.stringContaining("is in use by another Lectern")));
  const [backend] = started as [EmbeddedSupabase];
  const { mode } = await stat(dataDir);
  await expect(startBackend(dataDir)).rejects.toThrow(
    new RegExp(`${dataDir} is in use by another Lectern \\(process ${backend.pid}.*localhost:4321`),
  );
  // The first backend is not affected: for example, its server can still access its files.
  expect((await stat(dataDir)).mode).toBe(mode);
  await addToLedger(backend, 1);
  expect(await listLedger(backend)).toEqual([1]);
});

test("a damaged lock file is mended, and still only one process at a time gets the directory", async () => {
  const dataDir = await installedDirectory();
  const damage = () => writeFile(path.join(dataDir, "lectern.lock"), "damaged ".repeat(1000));
  await damage();
  expect((await startAtOnce(dataDir, 2)).started).toHaveLength(1);
  await damage();
  await expect(startBackend(dataDir)).rejects.toThrow("is in use by another Lectern");
});

test("a start waits for a process that is shutting down", async () => {
  const dataDir = await temporaryDirectory();
  const leaving = await lockDirectory(dataDir, process.pid);
  await expect(lockDirectory(dataDir, process.pid)).rejects.toThrow("in use");
  await leaving.announce({ closing: true });
  const next = lockDirectory(dataDir, process.pid);
  await leaving.release();
  await (await next).release();
});
