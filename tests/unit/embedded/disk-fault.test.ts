import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BackendError } from "../../../supabase/embedded/backend-error.ts";
import { explainDiskFault, findDiskFault, isDiskFull } from "../../../supabase/embedded/disk-fault.ts";
import { startEmbeddedSupabase } from "../../../supabase/embedded/index.ts";

test.each([
  ["ENOSPC: no space left on device, write", "there is no room left on the disk"],
  ['PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device', "there is no room left"],
  ["EDQUOT: unknown error, write", "this user may take up no more room on the disk"],
  ["EFBIG: file too large, write", "this user may take up no more room on the disk"],
  ["EROFS: read-only file system, open '/data/backend.log'", "the disk is read-only"],
  ['could not open file "base/1/2": Read-only file system', "the disk is read-only"],
  ["EACCES: permission denied, mkdir '/data'", "this user may not"],
  ['could not create lock file "postmaster.pid": Permission denied', "this user may not"],
  ["EIO: i/o error, fsync", "the disk does not work"],
])("%s is said in words, with a remedy", (text, reason) => {
  const told = explainDiskFault(new Error(text), "/data");
  expect(told).toBeInstanceOf(BackendError);
  expect((told as Error).message).toMatch(`Lectern cannot write to /data: ${reason}`);
  expect(findDiskFault(text)?.remedy).toMatch(/^[A-Zd].*\.$/);
  expect(isDiskFull(text)).toBe(/room/.test(reason));
});

test.each([
  "connect ECONNREFUSED 127.0.0.1:5432",
  "spawn /bin/initdb EACCES",
  "EACCES: permission denied, spawn",
])("%s is about something else", (text) => {
  const error = new Error(text);
  expect(explainDiskFault(error, "/data")).toBe(error);
});

test("a data directory that is a file, or below one, is said to be", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "lectern-disk-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = path.join(directory, "file");
  await writeFile(file, "");
  for (const dataDir of [file, path.join(file, "below")]) {
    await expect(startEmbeddedSupabase({ dataDir })).rejects.toThrow(
      `Lectern cannot write to ${dataDir}: a file is in the way.`,
    );
  }
});
