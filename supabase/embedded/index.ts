import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { BackendError } from "./backend-error.ts";
import { openLog } from "./log-file.ts";
import type { BackendMessage, ReadyMessage, StartMessage } from "./messages.ts";

export { BackendError } from "./backend-error.ts";

export type EmbeddedOptions = {
  /** Everything the installation keeps is in here; made when it is not there. */
  dataDir: string;
  /** A PostgreSQL of the user's own, in place of the packaged one. */
  databaseUrl?: string;
  /** The address visitors use; links in mails may lead to it. */
  siteUrl?: string;
  /** Files named `<14 digits>_<name>.sql`; those of the project unless told. */
  migrationsDir?: string;
  /** Called when the backend ends without having been asked to, with the reason. */
  onExit?: (reason: string) => void;
  /** Calls a start off that is still going on. */
  signal?: AbortSignal;
  /** Extra options of the backend's Node process. */
  execArgv?: string[];
};

/** A running backend that supabase-js can talk to. */
export type EmbeddedSupabase = Omit<ReadyMessage, "type"> & {
  pid: number;
  /** Ends it in good order; resolves when nothing of it runs any more. */
  stop(): Promise<void>;
};

const STOP_PATIENCE_MS = 40_000;

/**
 * Starts the embedded Supabase in a process of its own, which ends when this one does.
 * @throws {BackendError} with the reason, for people to read
 */
export async function startEmbeddedSupabase(options: EmbeddedOptions): Promise<EmbeddedSupabase> {
  options.signal?.throwIfAborted();
  const dataDir = path.resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const log = await openLog(path.join(dataDir, "backend.log"));
  const child = spawnBackend(log.handle.fd, options.execArgv ?? []);
  await log.handle.close();
  let stopping = false;
  let failure = "";
  const exited = once(child, "exit").then(async ([code, signal]) => {
    failure ||= `The backend has ended unexpectedly (${signal ?? code}). ${await log.tail()}`;
  });
  const stop = async () => {
    stopping = true;
    await stopBackend(child, exited);
  };
  options.signal?.addEventListener("abort", stop);
  const ready = new Promise<ReadyMessage>((resolve) => {
    child.on("message", (message: BackendMessage) => {
      if (message.type === "ready") resolve(message);
      else failure ||= message.message;
    });
  });
  child.send({
    dataDir,
    siteUrl: options.siteUrl ?? "http://localhost:3000",
    migrationsDir: options.migrationsDir ?? fileURLToPath(new URL("../migrations", import.meta.url)),
    launcherPid: process.pid,
    ...(options.databaseUrl && { databaseUrl: options.databaseUrl }),
  } satisfies StartMessage);
  const started = await Promise.race([ready, exited]);
  options.signal?.removeEventListener("abort", stop);
  if (!started) throw new BackendError(stopping ? "The start was called off." : failure);
  exited.then(() => {
    if (!stopping) options.onExit?.(failure);
  });
  const { type: _type, ...backend } = started;
  return { ...backend, pid: child.pid as number, stop };
}

function spawnBackend(log: number, execArgv: string[]): ChildProcess {
  return spawn(process.execPath, [...execArgv, fileURLToPath(new URL("backend.ts", import.meta.url))], {
    stdio: ["ignore", log, log, "ipc"],
    env: backendEnvironment(),
    // A group of its own: Ctrl-C in the terminal reaches the launcher, which ends things in order.
    detached: true,
  });
}

/** Without the settings of the app, and without the PG* variables that the driver would fall back on. */
function backendEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LECTERN_|SUPABASE_)/.test(name));
  return { ...Object.fromEntries(kept), NODE_ENV: "production", DO_NOT_TRACK: "1", LITE_TELEMETRY: "0" };
}

async function stopBackend(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const patience = new AbortController();
  await Promise.race([
    exited,
    delay(STOP_PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {}),
  ]);
  patience.abort();
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await exited;
}
