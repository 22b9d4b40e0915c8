import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { hashFiles } from "../scripts/build.ts";
import { startEmbeddedSupabase } from "../supabase/embedded/index.ts";
import { loadPresets } from "./db/presets.ts";
import { root } from "./run.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** What an installation with its presets is made by. */
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

/** Makes the installations that others are copies of, where there are none of these files yet. */
export default async function makePresetInstallation(): Promise<void> {
  // `npm run test:supabase` has one.
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

/** The data directory of an installation that was started once and has loaded its presets. */
export const copyPresetInstallation = () => copyInstallation("data");

/** The same of one that has no lectures: a first start takes several times as long as any other. */
export const copyEmptyInstallation = () => copyInstallation("empty");

async function copyInstallation(name: "data" | "empty"): Promise<string> {
  await makePresetInstallation();
  const dataDir = await temporaryDirectory();
  await copy(`${kept}/${name}/.`, dataDir);
  return dataDir;
}

/** With owners and permissions, which the database insists on. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", from, to]);
}
