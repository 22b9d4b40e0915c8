import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { BackendError } from "./backend-error.ts";
import { openLog } from "./log-file.ts";
import { type PostgresAccount, postgresEnvironment } from "./postgres-account.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { endWithThisProcess } from "./watchdog.ts";

export type ServerOptions = {
  /** The directory of the database's files. */
  directory: string;
  binaries: PostgresBinaries;
  account: PostgresAccount | undefined;
  logFile: string;
  /** A free one unless told. */
  port?: number;
};

/** A running PostgreSQL server on a free port of the loopback interface. */
export type PostgresServer = {
  port: number;
  pid: number;
  /** Resolves when the server ends, for whatever reason. */
  exited: Promise<void>;
  /** Ends it in good order; what was acknowledged is on disk either way. */
  stop(): Promise<void>;
};

// Recovering from a crash can take a while on a slow disk.
const START_PATIENCE_MS = 300_000;

// A killed server's own processes may hold its memory or its port for a moment longer.
const WORTH_ANOTHER_TRY = /pre-existing shared memory block|Address already in use|could not create any TCP/;

/**
 * Starts the server and waits until it takes connections (a crash is recovered from before that).
 * @throws {BackendError} with the end of the server's log
 */
export async function startPostgres(options: ServerOptions): Promise<PostgresServer> {
  const deadline = Date.now() + START_PATIENCE_MS;
  for (;;) {
    const log = await openLog(options.logFile);
    try {
      const port = options.port ?? (await findFreePort());
      const server = runServer(options, port, log.handle.fd);
      if (await becomesReady(server, options.directory, deadline)) return server;
      await server.stop();
      const words = await log.tail();
      if (Date.now() > deadline || !WORTH_ANOTHER_TRY.test(words)) {
        throw new BackendError(`PostgreSQL does not start. The end of ${options.logFile}:\n${words}`);
      }
    } finally {
      await log.handle.close();
    }
    await delay(100);
  }
}

function runServer(
  { directory, binaries, account }: ServerOptions,
  port: number,
  log: number,
): PostgresServer {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(binaries.postgres, ["-D", directory, "-p", String(port), ...settings], {
    ...account,
    cwd: directory,
    env: postgresEnvironment(),
    stdio: ["ignore", log, log],
    // A group of its own: Ctrl-C in the terminal reaches the launcher, which ends things in order.
    detached: true,
  });
  if (child.pid === undefined) throw new BackendError(`${binaries.postgres} cannot be started.`);
  const watchdog = endWithThisProcess(child.pid);
  const exited = exitOf(child).then(watchdog.dismiss);
  return { port, pid: child.pid, exited, stop: () => stopServer(child).then(() => exited) };
}

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  // The path of a socket may have 107 bytes at most, which a data directory can exceed.
  unix_socket_directories: "",
  max_connections: "50",
  shared_buffers: "128MB",
  // What was acknowledged is on disk.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  log_checkpoints: "off",
  log_min_messages: "warning",
};

async function becomesReady(server: PostgresServer, directory: string, deadline: number): Promise<boolean> {
  let ended = false;
  server.exited.then(() => {
    ended = true;
  });
  while (!ended && Date.now() < deadline) {
    const file = await readPostmasterFile(directory);
    if (file?.pid === server.pid && file.status === "ready") return true;
    await delay(10);
  }
  return false;
}

async function stopServer(child: ChildProcess): Promise<void> {
  // Fast, immediate, and at last by force.
  for (const [signal, patienceMs] of [
    ["SIGINT", 20_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await Promise.race([exitOf(child), delay(patienceMs, undefined, { ref: false })]);
  }
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await once(child, "exit").catch(() => {});
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
