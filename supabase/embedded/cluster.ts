import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { syncDirectory } from "./atomic-file.ts";
import { BackendError, reasonOf } from "./backend-error.ts";
import { type PostgresAccount, postgresEnvironment } from "./postgres-account.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { endWithThisProcess } from "./watchdog.ts";

type ClusterOptions = {
  /** The directory to create; its parent exists. */
  directory: string;
  binaries: PostgresBinaries;
  account: PostgresAccount | undefined;
  password: string;
};

/** The major version of PostgreSQL of the database cluster in this directory; undefined if it holds none. */
export async function clusterVersion(directory: string): Promise<string | undefined> {
  const text = await readFile(path.join(directory, "PG_VERSION"), "utf8").catch(() => undefined);
  return text?.trim();
}

/**
 * Creates a database cluster in a temporary directory and renames it, so that a process killed half way
 * leaves nothing that looks like a cluster.
 * @throws {BackendError} with the output of `initdb`
 */
export async function createCluster({
  directory,
  binaries,
  account,
  password,
}: ClusterOptions): Promise<void> {
  const parent = path.dirname(directory);
  await removeUnfinished(directory);
  const staging = path.join(parent, `${path.basename(directory)}.unfinished-${randomUUID()}`);
  const cluster = path.join(staging, "cluster");
  const passwordFile = path.join(staging, "password");
  await mkdir(staging, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600, flag: "wx" });
  if (account) {
    await chown(passwordFile, account.uid, account.gid);
    await chown(staging, account.uid, account.gid);
  }
  try {
    await runInitdb(binaries.initdb, [`--pwfile=${passwordFile}`, `--pgdata=${cluster}`], staging, account);
    await rename(cluster, directory);
    await syncDirectory(parent);
  } catch (error) {
    throw new BackendError(`The database could not be made in ${directory}: ${reasonOf(error)}`);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function runInitdb(initdb: string, args: string[], cwd: string, account: PostgresAccount | undefined) {
  const running = promisify(execFile)(initdb, [...INITDB_OPTIONS, ...args], {
    ...account,
    cwd,
    env: postgresEnvironment(),
  });
  const watchdog = endWithThisProcess(running.child.pid as number);
  await running.finally(watchdog.dismiss);
}

// The built-in locale sorts and compares the same on every machine, whatever its system locales.
const INITDB_OPTIONS = [
  "--username=postgres",
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--data-checksums",
];

async function removeUnfinished(directory: string): Promise<void> {
  const prefix = `${path.basename(directory)}.unfinished-`;
  for (const name of await readdir(path.dirname(directory))) {
    if (name.startsWith(prefix))
      await rm(path.join(path.dirname(directory), name), { recursive: true, maxRetries: 5 });
  }
}
