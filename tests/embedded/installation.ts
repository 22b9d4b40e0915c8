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

/** For resources that all tests of a file share: cleans up after the last test, in reverse order. */
export function afterAllTests(): Register {
  const cleanUps: (() => Promise<void>)[] = [];
  afterAll(async () => {
    const errors: unknown[] = [];
    for (const cleanUp of cleanUps.reverse()) await cleanUp().catch((error) => errors.push(error));
    if (errors.length > 0) throw new AggregateError(errors);
  });
  return (cleanUp) => cleanUps.push(cleanUp);
}

/** A directory that is removed after the test, together with a database that was placed elsewhere for it. */
export async function temporaryDirectory(register: Register = onTestFinished) {
  const directory = await makeDirectory();
  register(async () => {
    await removeInstallation(directory);
  });
  return directory;
}

/** The same with an installation that has already been started: a copy of one made once for all tests. */
export async function installedDirectory(register: Register = onTestFinished) {
  const directory = await temporaryDirectory(register);
  // This keeps owners and permissions, which the database checks.
  await promisify(execFile)("cp", ["-a", `${inject("installedDirectory")}/.`, directory]);
  return directory;
}

/** Removes a data directory, or a directory with several of them, and the databases that belong to them. */
export async function removeInstallation(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => []);
  const inside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(dataDir, name));
  for (const directory of [dataDir, ...inside]) {
    const pointer = await readPointer(directory);
    if (pointer) await rm(pointer.path, { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}

/** A backend with the tables of the fixtures, stopped after the test. */
export async function startBackend(
  dataDir: string,
  options: Partial<EmbeddedOptions> = {},
  register: Register = onTestFinished,
): Promise<EmbeddedSupabase> {
  const backend = await startEmbeddedSupabase({ dataDir, migrationsDir: MIGRATIONS, ...options });
  register(() => backend.stop());
  return backend;
}
