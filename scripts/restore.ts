import { restoreBackup } from "../supabase/embedded/restore.ts";
import { loadSettings } from "./load-settings.ts";
import { fail, runCommand } from "./run-command.ts";

// `npm run restore -- FILE`: restores a backup into the directory LECTERN_DATA_DIR, which must be empty or missing.

const USAGE = `Usage: LECTERN_DATA_DIR=DIRECTORY npm run restore -- FILE

Makes DIRECTORY, which must be empty or not there yet, the installation that FILE is a backup of.`;

async function main([file, ...more]: string[]): Promise<number> {
  if (!file || file.startsWith("-") || more.length > 0) return fail(USAGE);
  const { dataDir, databaseUrl, supabase } = loadSettings();
  if (supabase || databaseUrl)
    return fail("A backup is restored into an installation with the packaged PostgreSQL.");
  const { createdAt, version } = await restoreBackup(file, dataDir);
  console.log(
    `${dataDir} is as it was on ${createdAt}, with Lectern ${version}. Start it with LECTERN_DATA_DIR=${dataDir} npm start.`,
  );
  return 0;
}

await runCommand(main, USAGE);
