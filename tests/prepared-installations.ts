import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { hashFiles } from "../scripts/build.ts";
import { startEmbeddedSupabase } from "../supabase/embedded/index.ts";
import buildOnce from "./build.ts";
import { freePort } from "./free-port.ts";
import { launch } from "./launch.ts";
import { root } from "./run.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** The files that determine the content of the installations. */
const INPUTS = [
  "lib/csv",
  "lib/lecture-import",
  "package-lock.json",
  "public/data",
  "scripts",
  "supabase/embedded",
  "supabase/migrations",
  "tests/launch.ts",
  "tests/prepared-installations.ts",
];

/** What a first `npm start` has shown. */
export type FirstStart = {
  port: number;
  /** What it has printed until it could be visited, line by line. */
  lines: string[];
  /** The home page. */
  home: string;
};

const kept = `${root}test-results/installations`;
const firstStartFile = `${kept}/first-start.json`;

/** How the installations that tests copy are made in a data directory. */
const makers = {
  /** Without lectures. */
  empty: async (dataDir: string) => (await startEmbeddedSupabase({ dataDir })).stop(),

  /** With the preset lectures, by a first `npm start`. */
  presets: async (dataDir: string) => {
    await buildOnce();
    const port = await freePort();
    const first = launch({ LECTERN_DATA_DIR: dataDir, PORT: String(port) });
    try {
      const home = await (await fetch(await first.ready)).text();
      await writeFile(
        firstStartFile,
        JSON.stringify({ port, lines: first.lines, home } satisfies FirstStart),
      );
    } finally {
      await first.stop();
    }
  },
};

/** Makes an installation, unless it was made by the current files. */
async function makeInstallation(name: keyof typeof makers): Promise<void> {
  const stampFile = `${kept}/${name}-made-by`;
  const stamp = await hashFiles(root, INPUTS);
  if ((await readFile(stampFile, "utf8").catch(() => "")) === stamp) return;
  const dataDir = await temporaryDirectory();
  try {
    await mkdir(kept, { recursive: true });
    await rm(`${kept}/${name}`, { recursive: true, force: true });
    await makers[name](dataDir);
    await copy(dataDir, `${kept}/${name}`);
    await writeFile(stampFile, stamp);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Makes the installations that tests copy. */
export default async function makeInstallations(): Promise<void> {
  // `npm run test:supabase` uses an external Supabase instead.
  if (process.env.TEST_SUPABASE === "external") return;
  await makeInstallation("empty");
  await makeInstallation("presets");
}

/** A copy of the data directory of an installation that was started once and has loaded its presets. */
export const copyPresetInstallation = () => copyInstallation("presets");

/** The same without lectures; this is faster than a first start, which takes several times as long as later ones. */
export const copyEmptyInstallation = () => copyInstallation("empty");

/** What the start has shown that made the installation with the preset lectures. */
export async function readFirstStart(): Promise<FirstStart> {
  await makeInstallation("presets");
  return JSON.parse(await readFile(firstStartFile, "utf8"));
}

async function copyInstallation(name: keyof typeof makers): Promise<string> {
  await makeInstallation(name);
  const dataDir = await temporaryDirectory();
  await copy(`${kept}/${name}/.`, dataDir);
  return dataDir;
}

/** Copies with owners and permissions, which the database checks. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", from, to]);
}
