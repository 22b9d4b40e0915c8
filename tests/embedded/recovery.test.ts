import { spawn } from "node:child_process";
import { chown, mkdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { locateCluster } from "../../supabase/embedded/cluster-location.ts";
import { getPostgresAccount } from "../../supabase/embedded/postgres-account.ts";
import { findBinaries } from "../../supabase/embedded/postgres-binaries.ts";
import { startPostgres } from "../../supabase/embedded/postgres-server.ts";
import { disarmPostmasterFile, stopLeftoverServer } from "../../supabase/embedded/postmaster-file.ts";
import { isLongForm } from "../long-form.ts";
import { childrenOf, isRunning, listProcesses, postgresOf } from "../processes.ts";
import { installedDirectory, startBackend, temporaryDirectory } from "./installation.ts";
import { launch, until } from "./launch.ts";
import { addToLedger, listLedger } from "./requests.ts";

test("kill -9 of a part leaves no process of its own, or one that the next start stops, and the data stay", async () => {
  const dataDir = await installedDirectory();
  const { launcher, backend } = await launch({ dataDir });
  await addToLedger(backend, 1);
  launcher.kill("SIGKILL");
  // This starts at once, while the old backend is still detecting the loss.
  const next = await startBackend(dataDir);
  expect(await listLedger(next)).toEqual([1]);
  expect(isRunning(backend.pid)).toBe(false);

  // Without the watchdogs, the server outlives its backend.
  await addToLedger(next, 2);
  const outliving = postgresOf(next.pid);
  const watchdogs = childrenOf(next.pid).filter(({ pid }) => pid !== outliving.pid);
  for (const { pid } of [...watchdogs, { pid: next.pid }]) process.kill(pid, "SIGKILL");
  await until("the backend ends", () => !isRunning(next.pid));
  expect(isRunning(outliving.pid)).toBe(true);
  const last = await startBackend(dataDir);
  expect(isRunning(outliving.pid)).toBe(false);
  expect(await listLedger(last)).toEqual([1, 2]);

  const postgres = postgresOf(last.pid);
  process.kill(last.pid, "SIGKILL");
  await until("the server ends", () => !isRunning(postgres.pid));
  await until("nothing of it runs", () => !listProcesses().some(({ command }) => command.includes(dataDir)));
});

test("a start gets over whatever a killed server left of its pid file", async () => {
  const dataDir = await installedDirectory();
  const account = getPostgresAccount();
  const cluster = await locateCluster(dataDir, account);
  const { uid, gid } = await stat(cluster);
  // A process of PostgreSQL's own account, which the server takes for another PostgreSQL server.
  const alive = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], account);
  onTestFinished(() => void alive.kill());
  const whole = `${alive.pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n  12345  67890\nready\n`;
  const leave = async (left: string) => {
    await writeFile(path.join(cluster, "postmaster.pid"), left);
    await chown(path.join(cluster, "postmaster.pid"), uid, gid);
  };
  await leave(whole);
  const next = await startBackend(dataDir);
  expect(await listLedger(next)).toEqual([]);
  await next.stop();

  // The rest is between a start and PostgreSQL.
  const options = { directory: cluster, binaries: await findBinaries(account), account };
  const others = ["\n", "no number\n", `${alive.pid}`];
  for (const left of ["", whole.slice(0, 40), ...(isLongForm ? others : [])]) {
    await leave(left);
    await stopLeftoverServer(cluster);
    await disarmPostmasterFile(cluster);
    const server = await startPostgres({ ...options, logFile: path.join(dataDir, "postgres.log") });
    expect(isRunning(server.pid), JSON.stringify(left)).toBe(true);
    await server.stop();
  }
  expect(alive.exitCode).toBeNull();
});

test("a start after a first start that was cut short begins again", async () => {
  const dataDir = await temporaryDirectory();
  const unfinished = path.join(dataDir, "postgres.unfinished-1", "cluster");
  await mkdir(unfinished, { recursive: true });
  await writeFile(path.join(unfinished, "PG_VERSION"), "18");
  const stopped = new AbortController();
  const interrupted = startBackend(dataDir, { signal: stopped.signal });
  await until("a cluster is being made", () =>
    listProcesses().some(({ command }) => /initdb/.test(command) && command.includes(dataDir)),
  );
  stopped.abort();
  await expect(interrupted).rejects.toThrow("called off");
  await until("nothing of it runs", () => !listProcesses().some(({ command }) => command.includes(dataDir)));

  expect(await listLedger(await startBackend(dataDir))).toEqual([]);
});
