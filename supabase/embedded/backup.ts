import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { createArchive, readArchive } from "./archive.ts";
import { syncDirectory } from "./atomic-file.ts";
import { BackendError, reasonOf } from "./backend-error.ts";
import { findDiskFault } from "./disk-fault.ts";
import { streamOf } from "./file-stream.ts";
import { withSnapshot } from "./rows.ts";

type BackupOptions = {
  dataDir: string;
  /** The address of the installation's own PostgreSQL, which is running. */
  databaseUrl: string;
  /** The path of the backup; no file exists there yet. */
  file: string;
  /** The version of Lectern that makes the backup. */
  version: string;
};

const UNFINISHED = ".part";

/**
 * Writes everything that a running installation stores into one file of mode 0600: its database as of the beginning,
 * every upload, its secrets. The file gets its name only after it was read back and every checksum matches.
 * @returns its size in bytes
 * @throws {BackendError} with the reason; no file is left behind
 */
export async function writeBackup({ dataDir, databaseUrl, file, version }: BackupOptions): Promise<number> {
  const unfinished = file + UNFINISHED;
  const target = await open(unfinished, "wx", 0o600).catch((error) => {
    throw toBackupError(explainPath(error, unfinished), file);
  });
  try {
    const archive = createArchive(version);
    const adding = addInstallation(archive, dataDir, databaseUrl).catch((error) => {
      archive.fail(error);
      throw error;
    });
    await Promise.all([adding, archive.writeTo(createWriteStream("", { fd: target, flush: true }))]);
    await readArchive(unfinished, async (_header, body) => body.pipeTo(new WritableStream()));
    await rename(unfinished, file);
    await syncDirectory(path.dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error instanceof BackendError ? error : toBackupError(error, file);
  }
  return (await stat(file)).size;
}

/** An error in plain words if it says that there is no directory for the file, or that the file is there already. */
function explainPath(error: NodeJS.ErrnoException, file: string): Error {
  if (error.code === "ENOENT") return new Error(`there is no directory ${path.dirname(file)}`);
  if (error.code === "EEXIST")
    return new Error(`${file} is there already; delete it unless another backup is being written`);
  return error;
}

function toBackupError(error: unknown, file: string): BackendError {
  const fault = findDiskFault(error);
  const reason = fault
    ? `${fault.reason}. Nothing is left of it; another disk may have the file`
    : reasonOf(error);
  return new BackendError(`The backup could not be written to ${file}: ${reason}.`);
}

/** How many backups of earlier upgrades are kept. */
const KEPT_BACKUPS = 3;

/**
 * Backs an installation up into its own directory `backups`, before a new version changes its database.
 * @throws {BackendError} if that fails; the database is then not changed
 */
export async function backUpBeforeUpgrade(
  dataDir: string,
  databaseUrl: string,
  version: string,
): Promise<void> {
  const directory = path.join(dataDir, "backups");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replace(/\.\d+/, "").replaceAll(":", "");
  await writeBackup({
    dataDir,
    databaseUrl,
    file: path.join(directory, `before-${version}-${time}.tar.gz`),
    version,
  });
  // Sorted by modification time, because file names sort by time only within a version.
  const files = await Promise.all(
    (await readdir(directory)).map(async (name) => {
      const file = path.join(directory, name);
      return { file, time: (await stat(file)).mtimeMs };
    }),
  );
  // An unfinished one is left if the process was killed while it wrote.
  const { true: unfinished = [], false: backups = [] } = Object.groupBy(files, ({ file }) =>
    file.endsWith(UNFINISHED) ? "true" : "false",
  );
  const old = backups.sort((a, b) => b.time - a.time).slice(KEPT_BACKUPS);
  for (const { file } of [...unfinished, ...old]) await rm(file);
}

type Archive = ReturnType<typeof createArchive>;

async function addInstallation(archive: Archive, dataDir: string, databaseUrl: string): Promise<void> {
  const storage = path.join(dataDir, "storage");
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  // Uploads are opened before the snapshot and again within it: one that is deleted meanwhile stays readable for its
  // row.
  const uploads = new Map<string, FileHandle>();
  try {
    await archive.addText("secrets.json", await readFile(path.join(dataDir, "secrets.json"), "utf8"));
    await openUploads(storage, uploads);
    await withSnapshot(sql, async ({ contents, read }) => {
      await openUploads(storage, uploads);
      await archive.addText("database.json", JSON.stringify(contents));
      for (const table of contents.tables) {
        let piece = 0;
        for await (const rows of read(table)) await archive.addBytes(`rows/${table.name}/${++piece}`, rows);
      }
    });
    for (const [name, handle] of uploads) await addFile(archive, `storage/${name}`, handle);
    await archive.finish();
  } finally {
    await sql.end();
    for (const handle of uploads.values()) await handle.close();
  }
}

/** Opens every upload that is not open yet. Unfinished uploads are skipped, because no row refers to them. */
async function openUploads(directory: string, uploads: Map<string, FileHandle>): Promise<void> {
  for (const name of await readdir(directory)) {
    if (uploads.has(name) || name.endsWith(".part")) continue;
    const handle = await open(path.join(directory, name)).catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (handle) uploads.set(name, handle);
  }
}

async function addFile(archive: Archive, name: string, handle: FileHandle): Promise<void> {
  const { size, mtime } = await handle.stat();
  const content = streamOf(handle.createReadStream({ start: 0, autoClose: false }));
  await archive.add({ name, size, mtime, mode: 0o600 }, content);
}
