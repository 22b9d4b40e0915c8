import { closeSync, openSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { writeFileAtomic } from "./atomic-file.ts";
import { BackendError } from "./backend-error.ts";

const holderSchema = z.object({
  pid: z.number(),
  /** The process that started the backend; when it is gone, the backend is on its way out. */
  launcherPid: z.number(),
  startedAt: z.string(),
  url: z.string().optional(),
  /** Where its API listens, for commands beside the running app. */
  api: z.string().optional(),
  closing: z.boolean().optional(),
});
type Holder = z.infer<typeof holderSchema>;

/** The right of one process to use a data directory. */
export type DirectoryLock = {
  /** Tells a second process that is refused who is in the way. */
  announce(holder: Partial<Holder>): Promise<void>;
  release(): Promise<void>;
};

const CLOSING_GRACE_MS = 10_000;

/**
 * Takes a data directory for this process. The lock is one the kernel drops when its holder dies,
 * in whatever way (SQLite's exclusive lock on a file), so there is no stale lock to judge by process
 * ids that may have been given to someone else. Waits up to 10 s for a holder that is shutting down.
 * @throws {BackendError} at once when a live backend holds the directory
 */
export async function lockDirectory(dataDir: string, launcherPid: number): Promise<DirectoryLock> {
  const deadline = Date.now() + CLOSING_GRACE_MS;
  for (;;) {
    const database = tryLock(path.join(dataDir, "lectern.lock"));
    if (database) return holdLock(dataDir, database, launcherPid);
    const holder = await readHolder(dataDir);
    if (Date.now() > deadline || (holder && !isLeaving(holder))) {
      throw new BackendError(describeHolder(dataDir, holder));
    }
    await delay(50);
  }
}

function tryLock(file: string): DatabaseSync | undefined {
  // Made first, as SQLite would let everyone read it, and with that lock it.
  closeSync(openSync(file, "a", 0o600));
  const database = new DatabaseSync(file);
  try {
    // No journal file: nothing is ever written.
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
  const file = holderFile(dataDir);
  let current: Holder = { pid: process.pid, launcherPid, startedAt: new Date().toISOString() };
  const announce = async (holder: Partial<Holder>) => {
    current = { ...current, ...holder };
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

const holderFile = (dataDir: string) => path.join(dataDir, "lectern.pid");

async function readHolder(dataDir: string): Promise<Holder | undefined> {
  try {
    return holderSchema.parse(JSON.parse(await readFile(holderFile(dataDir), "utf8")));
  } catch {
    // A holder that has just taken the lock has not written its name yet.
    return undefined;
  }
}

function isLeaving(holder: Holder): boolean {
  return holder.closing === true || !isAlive(holder.launcherPid) || !isAlive(holder.pid);
}

/** Whether there is a process of this id, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function describeHolder(dataDir: string, holder: Holder | undefined): string {
  const who = holder ? `process ${holder.pid}, started ${holder.startedAt}` : "another process";
  const where = holder?.url ? `, serving ${holder.url}` : "";
  return (
    `The data directory ${dataDir} is in use by another Lectern (${who}${where}). ` +
    "Stop that one first, or give this one a directory of its own with LECTERN_DATA_DIR."
  );
}
