import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { lockDirectory } from "../../supabase/embedded/directory-lock.ts";
import { installedDirectory, startBackend, temporaryDirectory } from "./installation.ts";
import { addToLedger, listLedger } from "./requests.ts";

test("a second process on a directory is refused and told which process holds it", async () => {
  const dataDir = await installedDirectory();
  const backend = await startBackend(dataDir, { siteUrl: "http://localhost:4321" });
  const { mode } = await stat(dataDir);
  const refused = expect(startBackend(dataDir)).rejects;
  await refused.toThrow(
    new RegExp(`${dataDir} is in use by another Lectern \\(process ${backend.pid}.*localhost:4321`),
  );
  // The first backend is not affected: for example, its server can still access its files.
  expect((await stat(dataDir)).mode).toBe(mode);
  await addToLedger(backend, 1);
  expect(await listLedger(backend)).toEqual([1]);
});

test("one of many processes that start at once gets the directory", async () => {
  const dataDir = await installedDirectory();
  const starts = await Promise.allSettled(Array.from({ length: 4 }, () => startBackend(dataDir)));
  expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a damaged lock file is mended, and still only one process at a time gets the directory", async () => {
  const dataDir = await installedDirectory();
  const damage = () => writeFile(path.join(dataDir, "lectern.lock"), "damaged ".repeat(1000));
  await damage();
  const starts = await Promise.allSettled(Array.from({ length: 4 }, () => startBackend(dataDir)));
  expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
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
