import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import packageJson from "../../package.json" with { type: "json" };
import { BackendError } from "./backend-error.ts";
import { explainDiskFault } from "./disk-fault.ts";
import { openLog } from "./log-file.ts";
import type { MailOptions } from "./mails.ts";
import type { BackendMessage, ReadyMessage, StartMessage } from "./messages.ts";

export { BackendError } from "./backend-error.ts";

export type EmbeddedOptions = {
  /** Holds everything that the installation stores; created if missing. */
  dataDir: string;
  /** The address of the operator's own PostgreSQL, used instead of the packaged one. */
  databaseUrl?: string;
  /** The address that visitors use; links in mails may lead to it. */
  siteUrl?: string;
  /** How mails are sent; without it, no mail is sent. */
  mail?: MailOptions;
  /** The directory of files named `<14 digits>_<name>.sql`; the project's own by default. */
  migrationsDir?: string;
  /** A backup that is restored into `dataDir`, which is empty. */
  restore?: string;
  /** The port of the API on the loopback interface; a free one by default. */
  port?: number;
  /** Aborts a start that is under way. */
  signal?: AbortSignal;
  /** Extra options of the backend's Node process. */
  execArgv?: string[];
};

/** A running backend that supabase-js can talk to. */
export type EmbeddedSupabase = Omit<ReadyMessage, "type"> & {
  pid: number;
  /** Resolves when the backend has ended, with what is known about the reason. */
  ended: Promise<string>;
  /** Shuts the backend down gracefully; resolves when none of its processes is running. */
  stop(): Promise<void>;
};

const PRELOAD = new URL("preload.ts", import.meta.url).href;
const STOP_TIMEOUT_MS = 40_000;

// Node caches compiled packages here; without the cache, a start takes a quarter longer. Node works without it if the
// directory is not writable.
const COMPILE_CACHE = fileURLToPath(new URL("../../node_modules/.cache/backend", import.meta.url));

/**
 * Starts the embedded Supabase in a process of its own, which ends with this one.
 * @throws {BackendError} with a message for the operator
 */
export async function startEmbeddedSupabase(options: EmbeddedOptions): Promise<EmbeddedSupabase> {
  options.signal?.throwIfAborted();
  const dataDir = path.resolve(options.dataDir);
  const log = await openDirectory(dataDir).catch((error) => {
    throw explainDiskFault(error, dataDir);
  });
  const child = spawnBackend(log.handle.fd, options.execArgv ?? []);
  await log.handle.close();
  let stopping = false;
  let failure = "";
  // The event "exit" may come before the message that says why it has ended.
  const exited = once(child, "close").then(async ([code, signal]) => {
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
    version: packageJson.version,
    port: options.port ?? 0,
    ...(options.mail && { mail: options.mail }),
    ...(options.restore && { restore: options.restore }),
    ...(options.databaseUrl && { databaseUrl: options.databaseUrl }),
  } satisfies StartMessage);
  const started = await Promise.race([ready, exited]);
  options.signal?.removeEventListener("abort", stop);
  if (!started) throw new BackendError(stopping ? "The start was called off." : failure);
  const { type: _type, ...backend } = started;
  return { ...backend, pid: child.pid as number, ended: exited.then(() => failure), stop };
}

/** What an installation has in its directory from its first moment on. */
const OWN_FILES = /^(backend\.log|lectern\.lock|secrets\.json|postgres(\..*)?)$/;

/** Refuses a directory that holds only other files: an installation makes its directory unreadable for other accounts. */
async function refuseForeignDirectory(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [] as string[];
    throw error;
  });
  const others = names.filter((name) => !name.startsWith(".") && name !== "lost+found");
  if (others.length === 0 || names.some((name) => OWN_FILES.test(name))) return;
  throw new BackendError(
    `${dataDir} is not empty, and nothing in it is Lectern's. Nothing was changed: LECTERN_DATA_DIR names a directory of its own.`,
  );
}

/** Creates the data directory if it is missing, and opens the log in it. */
async function openDirectory(dataDir: string) {
  await refuseForeignDirectory(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return openLog(path.join(dataDir, "backend.log"));
}

function spawnBackend(log: number, execArgv: string[]): ChildProcess {
  const script = fileURLToPath(new URL("backend.ts", import.meta.url));
  return spawn(process.execPath, [...execArgv, "--import", PRELOAD, script], {
    stdio: ["ignore", log, log, "ipc"],
    env: backendEnvironment(),
    // In a process group of its own, so that Ctrl-C reaches only the launcher, which stops parts in order.
    detached: true,
  });
}

/** The environment without the app's settings and without PG* variables, which the driver would fall back on. */
function backendEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(PG|LECTERN_|SUPABASE_|SMTP_URL$)/.test(name),
  );
  return {
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...Object.fromEntries(kept),
    NODE_ENV: "production",
    DO_NOT_TRACK: "1",
    LITE_TELEMETRY: "0",
  };
}

async function stopBackend(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = new AbortController();
  await Promise.race([exited, delay(STOP_TIMEOUT_MS, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await exited;
}
