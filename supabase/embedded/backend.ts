import { once } from "node:events";
import { chmod, mkdir, realpath } from "node:fs/promises";
import path from "node:path";
import { type Api, createApi } from "./api.ts";
import { BackendError } from "./backend-error.ts";
import { clusterExists, createCluster } from "./cluster.ts";
import { locateCluster } from "./cluster-location.ts";
import { connectDatabase, ensureApiRoles, grantSchemas } from "./database.ts";
import { type DirectoryLock, lockDirectory } from "./directory-lock.ts";
import type { BackendMessage, ReadyMessage, StartMessage } from "./messages.ts";
import { applyMigrations } from "./migrations.ts";
import { getPostgresAccount } from "./postgres-account.ts";
import { findBinaries } from "./postgres-binaries.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";
import { stopLeftoverServer } from "./postmaster-file.ts";
import { loadSecrets, type Secrets } from "./secrets.ts";

// The process that owns an installation: its data directory, its PostgreSQL server and its API.
// It is started by index.ts and ends, in good order, with a signal or with the process that started it.

const running: { lock?: DirectoryLock; postgres?: PostgresServer; api?: Api } = {};
let closing: Promise<void> | undefined;

async function start(message: StartMessage): Promise<ReadyMessage> {
  const dataDir = await openDataDirectory(message.dataDir);
  running.lock = await lockDirectory(dataDir, message.launcherPid);
  await running.lock.announce({ url: message.siteUrl });
  const { secrets, made } = await loadSecrets(dataDir);
  const databaseUrl = message.databaseUrl ?? (await startOwnPostgres(dataDir, secrets, made));
  const storageDirectory = path.join(dataDir, "storage");
  running.api = await createApi({ databaseUrl, storageDirectory, siteUrl: message.siteUrl, secrets });
  await prepareDatabase(databaseUrl, running.api, message.migrationsDir);
  const { url } = await running.api.listen();
  const { publishableKey, secretKey, jwtSecret } = secrets;
  return { type: "ready", url, databaseUrl, publishableKey, secretKey, jwtSecret };
}

async function openDataDirectory(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  return realpath(directory);
}

async function startOwnPostgres(dataDir: string, secrets: Secrets, secretsAreNew: boolean): Promise<string> {
  const account = getPostgresAccount();
  const binaries = await findBinaries(account);
  const directory = await locateCluster(dataDir, account);
  if (!(await clusterExists(directory))) {
    await createCluster({ directory, binaries, account, password: secrets.postgresPassword });
  } else if (secretsAreNew) {
    throw new BackendError(
      `${path.join(dataDir, "secrets.json")} was missing while there is a database, whose password it held. ` +
        "Put back a copy of it, or start with a new data directory.",
    );
  }
  await stopLeftoverServer(directory);
  running.postgres = await startPostgres({
    directory,
    binaries,
    account,
    logFile: path.join(dataDir, "postgres.log"),
  });
  running.postgres.exited.then(() => {
    if (!closing) fail("PostgreSQL has ended unexpectedly; see postgres.log in the data directory.");
  });
  return `postgres://postgres:${secrets.postgresPassword}@127.0.0.1:${running.postgres.port}/postgres`;
}

async function prepareDatabase(databaseUrl: string, api: Api, migrationsDir: string): Promise<void> {
  const sql = await connectDatabase(databaseUrl);
  try {
    // Of two installations on one database, the second waits here until the first is done.
    await sql`select pg_advisory_lock(hashtext('lectern migrations'))`;
    await ensureApiRoles(sql);
    await api.ensureSystemSchemas(sql);
    await grantSchemas(sql);
    await applyMigrations(sql, migrationsDir);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function close(): Promise<void> {
  closing ??= (async () => {
    await running.lock?.announce({ closing: true });
    await running.api?.close();
    await running.postgres?.stop();
    await running.lock?.release();
  })();
  return closing;
}

function tell(message: BackendMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) return resolve();
    process.send?.(message, () => resolve());
  });
}

async function fail(message: string): Promise<void> {
  console.error(message);
  await tell({ type: "error", message });
  await end(1);
}

async function end(exitCode: number): Promise<void> {
  await close().catch((error) => {
    console.error(error);
    exitCode = 1;
  });
  process.exit(exitCode);
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(0));
process.on("disconnect", () => end(0));
process.on("uncaughtException", (error) => fail(error.stack ?? String(error)));

if (!process.send) {
  console.error("This is started by `npm start`, not by itself.");
  process.exit(1);
}
const [message] = await once(process, "message");
try {
  await tell(await start(message as StartMessage));
} catch (error) {
  // A start that a signal cut short fails somewhere, and that is no news.
  if (!closing)
    await fail(error instanceof BackendError ? error.message : String((error as Error)?.stack ?? error));
}
