import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { MIGRATIONS } from "./installation.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The data directory of an installation that was started once with the tables of the fixtures. */
    installedDirectory: string;
  }
}

/** Makes the installation that `installedDirectory` copies, because a first start takes several times as long. */
export default async function installOnce(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await temporaryDirectory();
  const backend = await startEmbeddedSupabase({ dataDir, migrationsDir: MIGRATIONS });
  await backend.stop();
  project.provide("installedDirectory", dataDir);
  return () => rm(dataDir, { recursive: true, force: true });
}
