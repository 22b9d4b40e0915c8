import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Child, NEXT, runScript } from "./child.ts";
import { compressFiles } from "./compress.ts";
import { LaunchError } from "./launch-error.ts";

/** The files that a build depends on. Preset files are served unchanged and are not among them. */
export const BUILD_INPUTS = [
  "app",
  "components",
  "lib",
  "public",
  "middleware.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];
const NOT_INPUTS = ["public/data"];

/** Whether the existing build was made from the files as they are now. */
export async function isBuildCurrent(root: string): Promise<boolean> {
  const built = await readFile(stampFile(root), "utf8").catch(() => "");
  return built === (await hashFiles(root, BUILD_INPUTS, NOT_INPUTS)) && isComplete(root);
}

/**
 * Builds the app. Needs no backend.
 * @param onStart receives the running build, so that a shutdown can stop it
 * @throws {LaunchError} with the end of the build's output
 */
export async function build(root: string, onStart: (child: Child) => void): Promise<void> {
  const hash = await hashFiles(root, BUILD_INPUTS, NOT_INPUTS);
  // An interrupted build must not pass for the previous one.
  await rm(stampFile(root), { force: true });
  const child = runScript([NEXT, "build"], { cwd: root, env: { NODE_ENV: "production" } });
  onStart(child);
  const exit = await child.exited;
  if (exit !== 0 || !isComplete(root)) {
    throw new LaunchError(`The app could not be built (${exit}).\n${child.output()}`);
  }
  await compressFiles(path.join(root, ".next", "static"));
  await keepEarlierScripts(path.join(root, ".next"));
  await writeFile(stampFile(root), hash);
}

/** How long the files that only earlier builds have are still served. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Adds the scripts and styles of earlier builds to a build, because tabs that are still open request them. Their
 * names change with their content.
 * @param directory of the build; its `cache` outlives builds
 */
export async function keepEarlierScripts(directory: string): Promise<void> {
  const [served, kept] = [path.join(directory, "static"), path.join(directory, "cache", "static")];
  // Copying sets the modification times of the build's files to now, which keeps them for another thirty days.
  await cp(served, kept, { recursive: true });
  for (const entry of await readdir(kept, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && Date.now() - (await stat(file)).mtimeMs > KEPT_MS) await rm(file);
  }
  await cp(kept, served, { recursive: true, force: false });
}

/** Whether the files that Next writes last exist. */
function isComplete(root: string): boolean {
  return ["BUILD_ID", "prerender-manifest.json"].every((file) => existsSync(path.join(root, ".next", file)));
}

const stampFile = (root: string) => path.join(root, ".next", "lectern-build");

/** A hash of Node's version and of the input files; a directory counts with all its files, except `exceptions`. */
export async function hashFiles(root: string, inputs: string[], exceptions: string[] = []): Promise<string> {
  const hash = createHash("sha256").update(process.version);
  const files = await Promise.all(inputs.map((input) => listFiles(root, input, exceptions)));
  for (const file of files.flat().sort()) {
    hash.update(`\0${file}\0`).update(await readFile(path.join(root, file)));
  }
  return hash.digest("hex");
}

async function listFiles(root: string, input: string, exceptions: string[]): Promise<string[]> {
  if (exceptions.includes(input)) return [];
  try {
    const entries = await readdir(path.join(root, input), { withFileTypes: true });
    const visible = entries.filter(({ name }) => !name.startsWith("."));
    const lists = visible.map(({ name }) => listFiles(root, `${input}/${name}`, exceptions));
    return (await Promise.all(lists)).flat();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR") return [input];
    if (code === "ENOENT") return [];
    throw error;
  }
}
