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

const END_PATIENCE_MS = 35_000;

async function start(message: StartMessage): Promise<ReadyMessage> {
  await mkdir(message.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(message.dataDir);
  running.lock = await lockDirectory(dataDir, message.launcherPid);
  // Not before it is this process's own: the server of another may have been let in.
  await chmod(dataDir, 0o700);
  await running.lock.announce({ url: message.siteUrl });
  const place = message.databaseUrl ? undefined : await findPlace(dataDir);
  const secrets = await loadSecrets(dataDir, place?.hasDatabase ?? false);
  const databaseUrl = message.databaseUrl ?? (await startOwnPostgres(place as Place, dataDir, secrets));
  const storageDirectory = path.join(dataDir, "storage");
  running.api = await createApi({ databaseUrl, storageDirectory, siteUrl: message.siteUrl, secrets });
  await prepareDatabase(databaseUrl, running.api, message.migrationsDir);
  const { url } = await running.api.listen();
  await running.lock.announce({ api: url });
  const { publishableKey, secretKey, jwtSecret } = secrets;
  return { type: "ready", url, databaseUrl, publishableKey, secretKey, jwtSecret };
}

type Place = Awaited<ReturnType<typeof findPlace>>;

async function findPlace(dataDir: string) {
  const account = getPostgresAccount();
  const binaries = await findBinaries(account);
  const directory = await locateCluster(dataDir, account);
  return { account, binaries, directory, hasDatabase: await clusterExists(directory) };
}

async function startOwnPostgres(place: Place, dataDir: string, secrets: Secrets): Promise<string> {
  if (!place.hasDatabase) await createCluster({ ...place, password: secrets.postgresPassword });
  await stopLeftoverServer(place.directory);
  running.postgres = await startPostgres({ ...place, logFile: path.join(dataDir, "postgres.log") });
  running.postgres.exited.then(() =>
    fail("PostgreSQL has ended unexpectedly; see postgres.log in the data directory."),
  );
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

async function close(requestGraceMs: number): Promise<void> {
  closing ??= (async () => {
    // What cannot be ended in order does not keep the rest from it.
    const steps = [
      () => running.lock?.announce({ closing: true }),
      () => running.api?.close(requestGraceMs),
      () => running.postgres?.stop(),
      () => running.lock?.release(),
    ];
    for (const step of steps) await Promise.resolve(step()).catch(console.error);
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
  if (closing) return;
  console.error(message);
  await tell({ type: "error", message });
  await end(1, 0);
}

async function end(exitCode: number, requestGraceMs = 3000): Promise<void> {
  // The launcher must not wait for ever; the watchdog sees to what is left.
  setTimeout(() => process.exit(1), END_PATIENCE_MS).unref();
  await close(requestGraceMs);
  process.exit(exitCode);
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(0));
process.on("disconnect", () => end(0));
process.on("uncaughtException", (error) => {
  const stack = error.stack ?? String(error);
  // The driver has written to a connection that the server closed in the middle of a transaction. It
  // throws where nothing can catch it, and whoever waits for that connection waits for ever: better
  // to end than to answer some requests and hang on others.
  const connectionLost = /nextWrite .*postgres\/src\/connection\.js/.test(stack);
  fail(connectionLost ? "The database closed a connection that was in use. Start Lectern again." : stack);
});

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
