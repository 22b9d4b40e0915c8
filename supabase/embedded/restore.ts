import path from "node:path";
import { type Manifest, readArchive } from "./archive.ts";
import { type EmbeddedOptions, startEmbeddedSupabase } from "./index.ts";

/**
 * Makes an installation of a backup, in a directory that is empty or not there yet, by whatever PostgreSQL this Lectern
 * has. Migrations that the backup does not have are applied by the next start.
 * @throws {BackendError} when the backup is damaged or of a newer Lectern; the directory is then empty again
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  options: Pick<EmbeddedOptions, "migrationsDir"> = {},
): Promise<Manifest> {
  const manifest = await readArchive(file, async (_header, body) => body.pipeTo(new WritableStream()));
  const backend = await startEmbeddedSupabase({ ...options, dataDir, restore: path.resolve(file) });
  await backend.stop();
  return manifest;
}
