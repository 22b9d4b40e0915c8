import { once } from "node:events";
import { chmod, mkdir, realpath } from "node:fs/promises";
import path from "node:path";
import { type Api, createApi } from "./api.ts";
import { keepNoAuthLog } from "./auth-log.ts";
import { BackendError } from "./backend-error.ts";
import { backUpBeforeUpgrade } from "./backup.ts";
import { clusterVersion, createCluster } from "./cluster.ts";
import { locateCluster } from "./cluster-location.ts";
import { connectDatabase } from "./database.ts";
import { type DatabaseLock, lockDatabase } from "./database-lock.ts";
import { type DirectoryLock, lockDirectory } from "./directory-lock.ts";
import { explainDiskFault } from "./disk-fault.ts";
import { keepLogsShort } from "./log-file.ts";
import type { BackendMessage, ReadyMessage, StartMessage } from "./messages.ts";
import { applyMigrations, findPendingMigrations } from "./migrations.ts";
import { getPostgresAccount } from "./postgres-account.ts";
import { findBinaries, packagedVersion } from "./postgres-binaries.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";
import { disarmPostmasterFile, stopLeftoverServer } from "./postmaster-file.ts";
import { ensureRoles, grantStorage } from "./roles.ts";
import { loadSecrets, type Secrets } from "./secrets.ts";
import { openBackup, type Unpacking } from "./unpack-backup.ts";

// The process that owns an installation: its data directory, its PostgreSQL server and its API.
// index.ts starts it. It shuts down in order on a signal, or when the process that started it ends.

const running: {
  lock?: DirectoryLock;
  postgres?: PostgresServer;
  databaseLock?: DatabaseLock;
  api?: Api;
  backup?: Unpacking;
} = {};
let closing: Promise<void> | undefined;

const SHUTDOWN_TIMEOUT_MS = 35_000;

async function start(message: StartMessage): Promise<ReadyMessage> {
  await mkdir(message.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(message.dataDir);
  running.lock = await lockDirectory(dataDir, message.launcherPid);
  // Only after the lock is held: another backend may have made the directory accessible to PostgreSQL's account.
  await chmod(dataDir, 0o700);
  await running.lock.announce({ url: message.siteUrl });
  keepLogsShort(["backend.log", "postgres.log"].map((name) => path.join(dataDir, name)));
  if (message.restore) running.backup = await openBackup(message.restore, dataDir);
  const cluster = message.databaseUrl ? undefined : await findCluster(dataDir);
  const secrets = running.backup?.secrets ?? (await loadSecrets(dataDir, cluster?.exists ?? false));
  const databaseUrl = message.databaseUrl ?? (await startOwnPostgres(cluster as Cluster, dataDir, secrets));
  const storageDirectory = path.join(dataDir, "storage");
  const uploadsDirectory = path.join(dataDir, "uploads");
  const { siteUrl, mail } = message;
  running.api = await prepareDatabase(databaseUrl, {
    dataDir: message.databaseUrl ? undefined : dataDir,
    migrationsDir: message.migrationsDir,
    startAnew: message.databaseUrl
      ? "Give LECTERN_DATABASE_URL an empty database."
      : `Lectern starts anew once its data directory, ${dataDir}, is deleted or moved away.`,
    secret: secrets.postgresPassword,
    openApi: (databaseUrl) =>
      createApi({
        databaseUrl,
        storageDirectory,
        uploadsDirectory,
        siteUrl,
        secrets,
        ...(mail && { mail }),
      }),
    ...(running.backup && { backup: running.backup }),
    // The operator backs up a database of their own by other means.
    beforeUpgrade: async () => {
      if (running.postgres) await backUpBeforeUpgrade(dataDir, databaseUrl, message.version);
    },
  });
  const { url } = await running.api.listen(message.port);
  await running.lock.announce({ api: url });
  const { publishableKey, secretKey, jwtSecret } = secrets;
  // From now on, closing no longer undoes the restore.
  running.backup = undefined;
  return { type: "ready", url, databaseUrl, publishableKey, secretKey, jwtSecret };
}

type Cluster = Awaited<ReturnType<typeof findCluster>>;

async function findCluster(dataDir: string) {
  const account = getPostgresAccount();
  const binaries = await findBinaries(account);
  const directory = await locateCluster(dataDir, account);
  const version = await clusterVersion(directory);
  const packaged = await packagedVersion();
  if (version && version !== packaged) throw new BackendError(explainVersion(dataDir, version, packaged));
  return { account, binaries, directory, exists: version !== undefined };
}

const explainVersion = (dataDir: string, version: string, packaged: string) => `\
The database in ${dataDir} is of PostgreSQL ${version}, and this Lectern has PostgreSQL ${packaged}. Nothing was changed.
To go on with what it holds:
  1. npm run backup -- lectern.tar.gz, with the Lectern that ran last (its version, then npm ci)
  2. LECTERN_DATA_DIR=NEW-DIRECTORY npm run restore -- lectern.tar.gz, with this one
  3. LECTERN_DATA_DIR=NEW-DIRECTORY npm start`;

async function startOwnPostgres(cluster: Cluster, dataDir: string, secrets: Secrets): Promise<string> {
  if (!cluster.exists) await createCluster({ ...cluster, password: secrets.postgresPassword });
  await stopLeftoverServer(cluster.directory);
  await disarmPostmasterFile(cluster.directory);
  running.postgres = await startPostgres({ ...cluster, logFile: path.join(dataDir, "postgres.log") });
  running.postgres.exited.then(() =>
    fail("PostgreSQL has ended unexpectedly; see postgres.log in the data directory."),
  );
  return `postgres://postgres:${secrets.postgresPassword}@127.0.0.1:${running.postgres.port}/postgres`;
}

type Preparation = {
  /** The data directory that the database is in; undefined for the operator's own, which other backends can reach. */
  dataDir: string | undefined;
  migrationsDir: string;
  startAnew: string;
  /** The password of the API's role is derived from it if the database's address has no password. */
  secret: string;
  openApi: (databaseUrl: string) => Promise<Api>;
  /** The backup that an empty database is filled with. */
  backup?: Unpacking;
  beforeUpgrade: () => Promise<void>;
};

/** Brings the database up to date as its owner. The returned API connects as a role of its own. */
async function prepareDatabase(databaseUrl: string, preparation: Preparation): Promise<Api> {
  const sql = await connectDatabase(databaseUrl, preparation.dataDir);
  try {
    if (!preparation.dataDir)
      running.databaseLock = await lockDatabase(databaseUrl, (message) => void fail(message));
    const { migrationsDir, startAnew } = preparation;
    const { pending, isInUse } = await findPendingMigrations(sql, migrationsDir, startAnew);
    if (isInUse && pending.length > 0) await preparation.beforeUpgrade();
    const api = await preparation.openApi(await ensureRoles(sql, databaseUrl, preparation.secret));
    running.api = api;
    await api.ensureSystemTables();
    await grantStorage(sql);
    await keepNoAuthLog(sql);
    if (preparation.backup) await preparation.backup.fill(sql, migrationsDir);
    else await applyMigrations(sql, pending);
    return api;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function close(requestGraceMs: number): Promise<void> {
  closing ??= (async () => {
    // A failed step does not prevent the following steps.
    const steps = [
      () => running.lock?.announce({ closing: true }),
      () => running.api?.close(requestGraceMs),
      () => running.databaseLock?.release(),
      () => running.postgres?.stop(),
      () => running.backup?.undo(),
      () => running.lock?.release(),
    ];
    for (const step of steps) await Promise.resolve(step()).catch(console.error);
  })();
  return closing;
}

function sendToLauncher(message: BackendMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) return resolve();
    process.send?.(message, () => resolve());
  });
}

const messageOf = (error: unknown) =>
  error instanceof BackendError ? error.message : String((error as Error)?.stack ?? error);

async function fail(message: string): Promise<void> {
  if (closing) return;
  console.error(message);
  await sendToLauncher({ type: "error", message });
  await shutDown(1, 0);
}

async function shutDown(exitCode: number, requestGraceMs = 3000): Promise<void> {
  // Limits how long the launcher waits; the watchdog stops a PostgreSQL server that is still running.
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
  await close(requestGraceMs);
  process.exit(exitCode);
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => shutDown(0));
process.on("disconnect", () => shutDown(0));
process.on("uncaughtException", (error) => fail(error.stack ?? String(error)));

if (!process.send) {
  console.error("This is started by `npm start`, not by itself.");
  process.exit(1);
}
const [message] = await once(process, "message");
try {
  await sendToLauncher(await start(message as StartMessage));
} catch (error) {
  // A start that was interrupted by a signal fails in some step; that is not worth reporting.
  if (!closing) {
    const told = explainDiskFault(error, (message as StartMessage).dataDir);
    if (told !== error) console.error(error);
    await fail(messageOf(told));
  }
}
