import { spawn } from "node:child_process";
import { chown, mkdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { locateCluster } from "../../supabase/embedded/cluster-location.ts";
import { getPostgresAccount } from "../../supabase/embedded/postgres-account.ts";
import { isLongForm } from "../long-form.ts";
import { installedDirectory, startBackend, temporaryDirectory } from "./installation.ts";
import { childrenOf, isRunning, launch, listProcesses, postgresOf, until } from "./processes.ts";
import { addToLedger, listLedger } from "./requests.ts";

test("kill -9 of the launcher, or of the backend, leaves no process, and the next start has its data", async () => {
  const dataDir = await installedDirectory();
  const { launcher, backend } = await launch({ dataDir });
  await addToLedger(backend, 1);
  launcher.kill("SIGKILL");
  // This starts at once, while the old backend is still detecting the loss.
  const next = await startBackend(dataDir);
  expect(await listLedger(next)).toEqual([1]);
  expect(isRunning(backend.pid)).toBe(false);

  const postgres = postgresOf(next.pid);
  process.kill(next.pid, "SIGKILL");
  await until("the server ends", () => !isRunning(postgres.pid));
  await until("nothing of it runs", () => !listProcesses().some(({ command }) => command.includes(dataDir)));
});

test("the next start stops a PostgreSQL server that outlived its backend", async () => {
  const dataDir = await installedDirectory();
  const backend = await startBackend(dataDir);
  await addToLedger(backend, 1);
  const postgres = postgresOf(backend.pid);
  const watchdogs = childrenOf(backend.pid).filter(({ pid }) => pid !== postgres.pid);
  for (const { pid } of [...watchdogs, { pid: backend.pid }]) process.kill(pid, "SIGKILL");
  await until("the backend ends", () => !isRunning(backend.pid));
  expect(isRunning(postgres.pid)).toBe(true);

  const next = await startBackend(dataDir);
  expect(isRunning(postgres.pid)).toBe(false);
  expect(await listLedger(next)).toEqual([1]);
});

test("a start gets over whatever a killed server left of its pid file", async () => {
  const dataDir = await installedDirectory();
  const cluster = await locateCluster(dataDir, getPostgresAccount());
  const { uid, gid } = await stat(cluster);
  // A process of PostgreSQL's own account, which the server takes for another PostgreSQL server.
  const alive = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], getPostgresAccount());
  onTestFinished(() => void alive.kill());
  const whole = `${alive.pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n  12345  67890\nready\n`;
  const others = ["\n", "no number\n", `${alive.pid}`];
  for (const left of [whole, "", whole.slice(0, 40), ...(isLongForm ? others : [])]) {
    await writeFile(path.join(cluster, "postmaster.pid"), left);
    await chown(path.join(cluster, "postmaster.pid"), uid, gid);
    const next = await startBackend(dataDir);
    expect(await listLedger(next), JSON.stringify(left)).toEqual([]);
    await next.stop();
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
