import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { BackendError } from "./backend-error.ts";

/** The fields read from a server's `postmaster.pid`. */
type PostmasterFile = { pid: number; port: number; status: string };

const fileOf = (directory: string) => path.join(directory, "postmaster.pid");

export async function readPostmasterFile(directory: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(fileOf(directory), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0
    ? { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? "" }
    : undefined;
}

/**
 * Stops a server that outlived the process that started it. The caller holds the directory's lock, so any server of
 * the directory is a leftover.
 * @throws {BackendError} if it does not stop
 */
export async function stopLeftoverServer(directory: string): Promise<void> {
  const server = await readPostmasterFile(directory);
  // A crash leaves the file behind, and its process id may belong to another program by now.
  if (!server || !(await isServerOf(server.pid, directory))) return;
  // PostgreSQL's fast shutdown, then its immediate shutdown, after which the next start recovers from the log.
  for (const [signal, timeoutMs] of [
    ["SIGINT", 15_000],
    ["SIGQUIT", 10_000],
  ] as const) {
    signalProcess(server.pid, signal);
    if (await isGone(server.pid, directory, timeoutMs)) return;
  }
  throw new BackendError(
    `A PostgreSQL server of ${directory} is still running (process ${server.pid}) and does not stop.`,
  );
}

/** The index of the line that names the server's shared memory; the server writes it after the lines above it. */
const SHARED_MEMORY_LINE = 6;

/**
 * Keeps the file of a killed server from stopping the next one, which exits if the process of the first line still
 * exists: a zombie, or by now another program. This process writes its own id there, which PostgreSQL recognises as
 * its parent's and ignores. The other lines stay: PostgreSQL uses them to wait for processes that still use the old
 * shared memory. A file that is empty or truncated lacks them and is deleted. The caller has stopped any leftover
 * server.
 */
export async function disarmPostmasterFile(directory: string): Promise<void> {
  const file = fileOf(directory);
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const [pid, ...others] = text.split("\n");
  const isWhole = /^\d+$/.test(pid ?? "") && others.length > SHARED_MEMORY_LINE;
  await (isWhole ? writeFile(file, [process.pid, ...others].join("\n")) : rm(file));
}

async function isGone(pid: number, directory: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
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

/** The command line of a process; empty if the process has ended. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === "linux") return readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const { stdout } = await promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(
    () => ({
      stdout: "",
    }),
  );
  return stdout;
}
