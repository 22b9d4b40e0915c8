import path from "node:path";
import { type Manifest, readArchive } from "./archive.ts";
import { type EmbeddedOptions, startEmbeddedSupabase } from "./index.ts";

/**
 * Restores a backup into a directory that is empty or does not exist yet, with the PostgreSQL of this Lectern. The
 * next start applies migrations that the backup does not have.
 * @throws {BackendError} if the backup is damaged or of a newer Lectern; the directory then has a log and nothing else
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
