import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { BackendError } from "./backend-error.ts";

/** What a running server says of itself in the `postmaster.pid` of its directory. */
export type PostmasterFile = { pid: number; status: string };

export async function readPostmasterFile(directory: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(path.join(directory, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? "" } : undefined;
}

/**
 * Stops a server that outlived the process it was started by. To be called by the holder of the
 * directory's lock, for whom any server of the directory is a leftover.
 * @throws {BackendError} when it does not stop
 */
export async function stopLeftoverServer(directory: string): Promise<void> {
  const server = await readPostmasterFile(directory);
  // A file that a crash left behind may name a process id that is someone else's by now.
  if (!server || !(await isServerOf(server.pid, directory))) return;
  // Fast shutdown (open transactions roll back), then immediate shutdown, which the log recovers from.
  for (const [signal, patienceMs] of [
    ["SIGINT", 15_000],
    ["SIGQUIT", 10_000],
  ] as const) {
    signalProcess(server.pid, signal);
    if (await isGone(server.pid, directory, patienceMs)) return;
  }
  throw new BackendError(
    `A PostgreSQL server of ${directory} is still running (process ${server.pid}) and does not stop.`,
  );
}

async function isGone(pid: number, directory: string, patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  while (await isServerOf(pid, directory)) {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  return true;
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function isServerOf(pid: number, directory: string): Promise<boolean> {
  const args = await commandOf(pid);
  return /\bpostgres\b/.test(args) && args.includes(directory);
}

/** The command line of a process, or nothing when it is gone or a zombie. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === "linux") return readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const { stdout } = await promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(
    () => ({
      stdout: "",
    }),
  );
  return stdout;
}
