import { execFile } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, inject, onTestFinished } from "vitest";
import { readPointer } from "../../supabase/embedded/cluster-location.ts";
import {
  type EmbeddedOptions,
  type EmbeddedSupabase,
  startEmbeddedSupabase,
} from "../../supabase/embedded/index.ts";
import { temporaryDirectory as makeDirectory } from "../temporary-directory.ts";

export const FIXTURES = fileURLToPath(new URL("../fixtures/embedded", import.meta.url));
export const MIGRATIONS = path.join(FIXTURES, "migrations");

export type Register = (cleanUp: () => Promise<void>) => void;

/** For what all tests of a file share: cleans up after the last of them, what came last first. */
export function afterAllTests(): Register {
  const cleanUps: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });
  return (cleanUp) => cleanUps.push(cleanUp);
}

/** A directory that is gone when the test is; so is a database that was put elsewhere for it. */
export async function temporaryDirectory(register: Register = onTestFinished) {
  const directory = await makeDirectory();
  register(async () => {
    await removeInstallation(directory);
  });
  return directory;
}

/** The same for an installation whose first start is over: a copy of one that was made once for all tests. */
export async function installedDirectory(register: Register = onTestFinished) {
  const directory = await temporaryDirectory(register);
  // With owners and permissions, which the database insists on.
  await promisify(execFile)("cp", ["-a", `${inject("installedDirectory")}/.`, directory]);
  return directory;
}

/** Removes a data directory, or one with several in it, and the databases that belong to them. */
export async function removeInstallation(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => []);
  const inside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(dataDir, name));
  for (const directory of [dataDir, ...inside]) {
    const pointer = await readPointer(directory);
    if (pointer) await rm(pointer.path, { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}

/** A backend over the tables of the fixtures, stopped when the test is over. */
export async function startBackend(
  dataDir: string,
  options: Partial<EmbeddedOptions> = {},
  register: Register = onTestFinished,
): Promise<EmbeddedSupabase> {
  const backend = await startEmbeddedSupabase({ dataDir, migrationsDir: MIGRATIONS, ...options });
  register(() => backend.stop());
  return backend;
}
