import { chmod, chown, mkdir, open, readdir, readFile, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { type Manifest, readArchive } from "./archive.ts";
import { BackendError } from "./backend-error.ts";
import { locateCluster } from "./cluster-location.ts";
import { lockDirectory } from "./directory-lock.ts";
import { getPostgresAccount, type PostgresAccount } from "./postgres-account.ts";
import { packagedVersion } from "./postgres-binaries.ts";

/**
 * Makes an installation of a backup, in a directory that is empty or not there yet. The next start brings the database
 * to the moment at which the backup ended.
 * @throws {BackendError} when the backup is damaged or of another PostgreSQL; the directory is then empty again
 */
export async function restoreBackup(file: string, dataDir: string): Promise<Manifest> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const directory = await realpath(dataDir);
  const lock = await lockDirectory(directory, process.pid);
  // What the lock itself consists of.
  const isOwn = (name: string) => name.startsWith("lectern.");
  const listOthers = async () => (await readdir(directory)).filter((name) => !isOwn(name));
  try {
    if ((await listOthers()).length > 0)
      throw new BackendError(`${dataDir} is not empty. Restore into a new directory (LECTERN_DATA_DIR).`);
    const account = getPostgresAccount();
    const cluster = await locateCluster(directory, account);
    try {
      const manifest = await readArchive(file, async ({ name, type, mode }, body) => {
        const { target, owner } = locate(name, { directory, cluster, account });
        if (type === "directory") await makeDirectory(target, owner);
        else await writeEntry(target, body, mode ?? 0o600, owner);
      });
      await checkVersion(cluster, file);
      return manifest;
    } catch (error) {
      const isShared = path.dirname(cluster) !== directory;
      await rm(isShared ? path.dirname(cluster) : cluster, { recursive: true, force: true });
      for (const name of await listOthers()) await rm(path.join(directory, name), { recursive: true });
      throw error;
    }
  } finally {
    await lock.release();
  }
}

type Places = { directory: string; cluster: string; account: PostgresAccount | undefined };

/** Where an entry of the archive belongs. Its name comes from a file that may not be ours. */
function locate(name: string, { directory, cluster, account }: Places) {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  const [top, ...below] = parts;
  if (parts.includes("..")) throw new BackendError(`The backup has an entry that leads out of it: ${name}.`);
  if (top === "postgres") return { target: path.join(cluster, ...below), owner: account };
  if (top === "storage" || (top === "secrets.json" && below.length === 0))
    return { target: path.join(directory, ...parts), owner: undefined };
  throw new BackendError(`The backup has an entry that is not known: ${name}.`);
}

async function makeDirectory(target: string, owner: PostgresAccount | undefined): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  if (owner) await chown(target, owner.uid, owner.gid);
}

async function writeEntry(
  target: string,
  body: ReadableStream<Uint8Array>,
  mode: number,
  owner: PostgresAccount | undefined,
): Promise<void> {
  await makeDirectory(path.dirname(target), owner);
  const handle = await open(target, "wx", 0o600);
  try {
    await handle.writeFile(body);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(target, mode & 0o700);
  if (owner) await chown(target, owner.uid, owner.gid);
}

async function checkVersion(cluster: string, file: string): Promise<void> {
  const made = (await readFile(path.join(cluster, "PG_VERSION"), "utf8")).trim();
  const here = await packagedVersion();
  if (made === here) return;
  throw new BackendError(
    `${file} was made with PostgreSQL ${made}, and this Lectern has ${here}. Restore it with the version of Lectern that made it.`,
  );
}
