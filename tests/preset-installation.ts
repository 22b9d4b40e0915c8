import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { hashFiles } from "../scripts/build.ts";
import { startEmbeddedSupabase } from "../supabase/embedded/index.ts";
import { loadPresets } from "./db/presets.ts";
import { root } from "./run.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** The files that determine the content of a preset installation. */
const INPUTS = [
  "lib/csv",
  "lib/lecture-import",
  "package-lock.json",
  "public/data",
  "scripts/seed.ts",
  "supabase/embedded",
  "supabase/migrations",
  "tests/preset-installation.ts",
];

const kept = `${root}test-results/preset-installation`;
const stampFile = `${kept}/made-by`;

/** Makes the installations that tests copy, unless they already exist for the current files. */
export default async function makePresetInstallation(): Promise<void> {
  // `npm run test:supabase` uses an external Supabase instead.
  if (process.env.TEST_SUPABASE === "external") return;
  const stamp = await hashFiles(root, INPUTS);
  if ((await readFile(stampFile, "utf8").catch(() => "")) === stamp) return;
  const dataDir = await temporaryDirectory();
  try {
    await rm(kept, { recursive: true, force: true });
    await mkdir(kept, { recursive: true });
    await (await startEmbeddedSupabase({ dataDir })).stop();
    await copy(dataDir, `${kept}/empty`);
    const backend = await startEmbeddedSupabase({ dataDir });
    await loadPresets(backend).finally(backend.stop);
    await copy(dataDir, `${kept}/data`);
    await writeFile(stampFile, stamp);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A copy of the data directory of an installation that was started once and has loaded its presets. */
export const copyPresetInstallation = () => copyInstallation("data");

/** The same without lectures; this is faster than a first start, which takes several times as long as later ones. */
export const copyEmptyInstallation = () => copyInstallation("empty");

async function copyInstallation(name: "data" | "empty"): Promise<string> {
  await makePresetInstallation();
  const dataDir = await temporaryDirectory();
  await copy(`${kept}/${name}/.`, dataDir);
  return dataDir;
}

/** Copies with owners and permissions, which the database checks. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", from, to]);
}
