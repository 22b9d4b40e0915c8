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

type ServerOptions = {
  /** The directory of the database cluster. */
  directory: string;
  binaries: PostgresBinaries;
  account: PostgresAccount | undefined;
  logFile: string;
  /** A free port by default. */
  port?: number;
  /** The maximum number of open connections; 50 by default. */
  maxConnections?: number;
};

/** A running PostgreSQL server on the loopback interface. */
export type PostgresServer = {
  port: number;
  pid: number;
  /** Resolves when the server has ended. */
  exited: Promise<void>;
  /** Shuts it down; committed transactions are on disk in any case. */
  stop(): Promise<void>;
};

// Recovery after a crash can take minutes on a slow disk.
const START_TIMEOUT_MS = 300_000;

// Processes of a killed server may keep its shared memory or its port for a moment.
const RETRYABLE = /pre-existing shared memory block|Address already in use|could not create any TCP/;

/**
 * Starts the server and waits until it accepts connections; after a crash, that follows the recovery.
 * @throws {BackendError} with the end of the server's log
 */
export async function startPostgres(options: ServerOptions): Promise<PostgresServer> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const log = await openLog(options.logFile);
    try {
      const port = options.port ?? (await findFreePort());
      const server = runServer(options, port, log.handle.fd);
      if (await waitUntilReady(server, options.directory, deadline)) return server;
      await server.stop();
      const output = await log.tail();
      if (Date.now() > deadline || !RETRYABLE.test(output)) {
        throw new BackendError(`PostgreSQL does not start. The end of ${options.logFile}:\n${output}`);
      }
    } finally {
      await log.handle.close();
    }
    await delay(100);
  }
}

function runServer(
  { directory, binaries, account, maxConnections = 50 }: ServerOptions,
  port: number,
  log: number,
): PostgresServer {
  const limits = { ...SETTINGS, max_connections: maxConnections };
  const settings = Object.entries(limits).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(binaries.postgres, ["-D", directory, "-p", String(port), ...settings], {
    ...account,
    cwd: directory,
    env: postgresEnvironment(),
    stdio: ["ignore", log, log],
    // Runs in a process group of its own: Ctrl-C then reaches only the launcher, which stops the parts in order.
    detached: true,
  });
  if (child.pid === undefined) throw new BackendError(`${binaries.postgres} cannot be started.`);
  const watchdog = endWithThisProcess(child.pid);
  const exited = exitOf(child).then(watchdog.dismiss);
  return { port, pid: child.pid, exited, stop: () => stopServer(child).then(() => exited) };
}

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  // A socket's path is limited to 107 bytes, which a data directory can exceed.
  unix_socket_directories: "",
  shared_buffers: "128MB",
  // With these three settings, a committed transaction is on disk.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  log_checkpoints: "off",
  log_min_messages: "warning",
};

async function waitUntilReady(server: PostgresServer, directory: string, deadline: number): Promise<boolean> {
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
  // PostgreSQL's fast shutdown, then its immediate shutdown, then a kill.
  for (const [signal, timeoutMs] of [
    ["SIGINT", 20_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await Promise.race([exitOf(child), delay(timeoutMs, undefined, { ref: false })]);
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
