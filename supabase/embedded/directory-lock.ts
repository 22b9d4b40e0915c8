import { closeSync, openSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { writeFileAtomic } from "./atomic-file.ts";
import { BackendError } from "./backend-error.ts";
import { isAlive } from "./is-alive.ts";

const ownerSchema = z.object({
  pid: z.number(),
  /** The process that started the backend; the backend ends with it. */
  launcherPid: z.number(),
  startedAt: z.string(),
  url: z.string().optional(),
  /** The address of its API, for commands that run beside the app. */
  api: z.string().optional(),
  closing: z.boolean().optional(),
});
type LockOwner = z.infer<typeof ownerSchema>;

/** Exclusive use of a data directory by one process. */
export type DirectoryLock = {
  /** Records who owns the lock, for the message of a second process. */
  announce(owner: Partial<LockOwner>): Promise<void>;
  release(): Promise<void>;
};

/** Slightly longer than a backend may take to shut down. */
const SHUTDOWN_GRACE_MS = 40_000;

/**
 * Locks a data directory for this process with SQLite's exclusive lock on a file. The kernel releases the lock
 * however its owner ends, so no process id has to be judged stale. Waits up to 40 seconds for an owner that is
 * shutting down.
 * @throws {BackendError} at once if a live backend holds the directory
 */
export async function lockDirectory(dataDir: string, launcherPid: number): Promise<DirectoryLock> {
  const deadline = Date.now() + SHUTDOWN_GRACE_MS;
  for (;;) {
    const database = tryLock(path.join(dataDir, "lectern.lock"));
    if (database) return holdLock(dataDir, database, launcherPid);
    const owner = await readOwner(dataDir);
    if (Date.now() > deadline || (owner && !isShuttingDown(owner))) {
      throw new BackendError(describeOwner(dataDir, owner));
    }
    await delay(50);
  }
}

function tryLock(file: string): DatabaseSync | undefined {
  // Created here with mode 0600: SQLite's own mode would let every user read, and thereby lock, the file.
  // "w" empties a damaged file. It does not replace the file, so a lock that another process holds on it stays.
  closeSync(openSync(file, "w", 0o600));
  const database = new DatabaseSync(file);
  try {
    // Nothing is ever written, so no journal file is needed.
    database.exec("pragma journal_mode = memory; begin exclusive");
    return database;
  } catch (error) {
    database.close();
    const SQLITE_BUSY = 5;
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

async function holdLock(
  dataDir: string,
  database: DatabaseSync,
  launcherPid: number,
): Promise<DirectoryLock> {
  const file = ownerFile(dataDir);
  let current: LockOwner = { pid: process.pid, launcherPid, startedAt: new Date().toISOString() };
  const announce = async (owner: Partial<LockOwner>) => {
    current = { ...current, ...owner };
    await writeFileAtomic(file, `${JSON.stringify(current)}\n`);
  };
  await announce({});
  return {
    announce,
    release: async () => {
      await rm(file, { force: true });
      database.close();
    },
  };
}

const ownerFile = (dataDir: string) => path.join(dataDir, "lectern.pid");

async function readOwner(dataDir: string): Promise<LockOwner | undefined> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(ownerFile(dataDir), "utf8")));
  } catch {
    // The owner has locked the directory but not written its record yet.
    return undefined;
  }
}

function isShuttingDown(owner: LockOwner): boolean {
  return owner.closing === true || !isAlive(owner.launcherPid) || !isAlive(owner.pid);
}

function describeOwner(dataDir: string, owner: LockOwner | undefined): string {
  const who = owner ? `process ${owner.pid}, started ${owner.startedAt}` : "another process";
  const where = owner?.url ? `, serving ${owner.url}` : "";
  return (
    `The data directory ${dataDir} is in use by another Lectern (${who}${where}). ` +
    "Stop that one first, or give this one a directory of its own with LECTERN_DATA_DIR."
  );
}
