import { existsSync } from "node:fs";
import path from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { writeBackup } from "../supabase/embedded/backup.ts";
import { BackendError, startEmbeddedSupabase } from "../supabase/embedded/index.ts";
import { findRunningBackend, findRunningDatabase } from "../supabase/embedded/running.ts";
import { loadSettings } from "./load-settings.ts";
import { fail, runCommand } from "./run-command.ts";

// `npm run backup -- FILE`: writes all that the installation stores to one file, whether it is running or not.

const USAGE = `Usage: npm run backup -- FILE

Writes everything that this installation stores into FILE: database, uploads, secrets. FILE must not be there yet.`;

const NOT_OURS =
  "The database is your own, and is backed up with its own means: pg_dump, or what its host offers.";
const REST_IS_OURS = "Copy secrets.json and the directory storage as well, which are in";

async function main([file, ...more]: string[]): Promise<number> {
  if (!file || file.startsWith("-") || more.length > 0) return fail(USAGE);
  const { dataDir, databaseUrl, supabase } = loadSettings();
  if (supabase) return fail(NOT_OURS);
  if (databaseUrl) return fail(`${NOT_OURS} ${REST_IS_OURS} ${dataDir}.`);
  if (existsSync(file)) return fail(`${file} is there already. Nothing was written.`);
  if (!existsSync(path.join(dataDir, "secrets.json"))) return fail(`There is no installation in ${dataDir}.`);
  const bytes = await withDatabase(dataDir, (address) =>
    writeBackup({ dataDir, databaseUrl: address, file: path.resolve(file), version: packageJson.version }),
  );
  console.log(`${file}: ${(bytes / 1_000_000).toFixed(1)} MB, read back and verified.`);
  console.log("It holds the installation's secrets and its accounts: keep it as safe as them.");
  return 0;
}

/** Does some work on the database of an installation, and starts it for that work if it is not running. */
async function withDatabase<T>(dataDir: string, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  if (await findRunningBackend(dataDir)) {
    const running = await findRunningDatabase(dataDir);
    if (!running) throw new BackendError("The database is being restarted. Try again in a moment.");
    return work(running);
  }
  const backend = await startEmbeddedSupabase({ dataDir });
  try {
    return await work(backend.databaseUrl);
  } finally {
    await backend.stop();
  }
}

await runCommand(main, USAGE);
