import { open, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { readArchive, readBeginning } from "./archive.ts";
import { BackendError } from "./backend-error.ts";
import { readPointer } from "./cluster-location.ts";
import type { Database } from "./database.ts";
import { repeatMigrations } from "./migrations.ts";
import { contentsSchema, replaceRows } from "./rows.ts";
import { parseSecrets, type Secrets, writeSecrets } from "./secrets.ts";

/** A backup that is being restored into a directory. */
export type Unpacking = {
  secrets: Secrets;
  /**
   * Fills the directory and a database that has only the system's schemas. The secrets are written last: without
   * them, no start accepts the directory of an interrupted restore as an installation.
   */
  fill(sql: Database, migrationsDir: string): Promise<void>;
  /** Removes everything from the directory but log and lock. PostgreSQL must have been stopped. */
  undo(): Promise<void>;
};

/**
 * Opens a backup for a directory that is locked and holds only files of this process.
 * @throws {BackendError} if the directory is not empty, or the file is not a backup
 */
export async function openBackup(file: string, dataDir: string): Promise<Unpacking> {
  const listOthers = async () =>
    (await readdir(dataDir)).filter((name) => !/^(lectern\.|backend\.log$)/.test(name));
  if ((await listOthers()).length > 0)
    throw new BackendError(`${dataDir} is not empty. Restore into a new directory (LECTERN_DATA_DIR).`);
  const texts = await readBeginning(file, "secrets.json", "database.json");
  const contents = contentsSchema.parse(JSON.parse(texts["database.json"]));
  const secrets = parseSecrets(file, texts["secrets.json"]);
  return {
    secrets,
    async fill(sql, migrationsDir) {
      const history = contents.migrations.map(({ version, name, statements }) => ({
        version,
        name,
        text: statements?.join("\n") ?? null,
      }));
      await repeatMigrations(sql, migrationsDir, history);
      await replaceRows(sql, contents, async (write) => {
        await readArchive(file, async ({ name }, body) => {
          const [top, below = "", ...more] = name.split("/");
          if (top === "rows") return write(below, body);
          if (top === "storage" && /^[0-9a-f]{64}$/.test(below) && more.length === 0)
            return writeUpload(path.join(dataDir, top, below), body);
          if (!(name in texts)) throw new BackendError(`The backup has an entry that is not known: ${name}.`);
          await body.pipeTo(new WritableStream());
        });
      });
      await writeSecrets(dataDir, secrets);
    },
    async undo() {
      const shared = await readPointer(dataDir);
      if (shared) await rm(shared.path, { recursive: true, force: true });
      for (const name of await listOthers()) await rm(path.join(dataDir, name), { recursive: true });
    },
  };
}

async function writeUpload(target: string, body: ReadableStream<Uint8Array>): Promise<void> {
  const handle = await open(target, "wx", 0o600);
  try {
    await handle.writeFile(body);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
