import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "./atomic-file.ts";
import { BackendError } from "./backend-error.ts";
import { accountCan, type PostgresAccount } from "./postgres-account.ts";
import { SHARED_DIRECTORY } from "./postgres-binaries.ts";

const pointerSchema = z.object({ path: z.string(), id: z.string() });
type Pointer = z.infer<typeof pointerSchema>;
const ownerSchema = z.object({ dataDir: z.string(), id: z.string() });

const POINTER = "postgres-location.json";
const OWNER = "owner.json";

/**
 * The directory of the database cluster: inside the data directory if PostgreSQL's account can reach it. Under root,
 * if only root can enter the data directory, it is a shared directory instead; both then carry the same id, so that a
 * copy, a move or a loss of either is detected.
 * @param dataDir absolute, without symbolic links
 * @throws {BackendError} if the two no longer belong together
 */
export async function locateCluster(dataDir: string, account: PostgresAccount | undefined): Promise<string> {
  const inside = path.join(dataDir, "postgres");
  const pointer = await readPointer(dataDir);
  if (pointer) return followPointer(dataDir, pointer);
  if (!account || (await openForAccount(dataDir, account))) return inside;
  if (await exists(inside)) {
    throw new BackendError(
      `The account "postgres" can no longer reach the database in ${inside}. ` +
        "Give others the right to pass through the directories above it (chmod o+x).",
    );
  }
  return createSharedDirectory(dataDir);
}

/**
 * A data directory's pointer to a database in a directory elsewhere; undefined if the database is inside.
 * @throws {BackendError} if the pointer cannot be read
 */
export function readPointer(dataDir: string): Promise<Pointer | undefined> {
  return readJson(path.join(dataDir, POINTER), pointerSchema);
}

/** Lets the account traverse the data directory, without making its contents readable. */
async function openForAccount(dataDir: string, account: PostgresAccount): Promise<boolean> {
  await chmod(dataDir, 0o711);
  if (accountCan(account, "-x", dataDir)) return true;
  await chmod(dataDir, 0o700);
  return false;
}

async function followPointer(dataDir: string, pointer: Pointer): Promise<string> {
  const ownerFile = path.join(pointer.path, OWNER);
  const owner = await readJson(ownerFile, ownerSchema);
  if (!owner || owner.id !== pointer.id) {
    throw new BackendError(
      `The database of ${dataDir} is expected in ${pointer.path}, and ${owner ? "another one is" : "it is not"} there. ` +
        `Put it back, or start with a new data directory.`,
    );
  }
  if (owner.dataDir !== dataDir) {
    const original = await readPointer(owner.dataDir);
    if (original?.id === pointer.id) {
      throw new BackendError(
        `${dataDir} is a copy of ${owner.dataDir}: both would use the database in ${pointer.path}. ` +
          `Delete the file ${POINTER} in the copy to start it with a new database.`,
      );
    }
    await writeFileAtomic(ownerFile, JSON.stringify({ dataDir, id: pointer.id }));
  }
  return path.join(pointer.path, "postgres");
}

/** Always a new directory: the cluster of a deleted data directory is never reused. */
async function createSharedDirectory(dataDir: string): Promise<string> {
  const id = randomUUID();
  const directory = path.join(SHARED_DIRECTORY, "clusters", id);
  await mkdir(path.dirname(directory), { recursive: true, mode: 0o755 });
  await mkdir(directory, { mode: 0o711 });
  await writeFileAtomic(path.join(directory, OWNER), JSON.stringify({ dataDir, id }));
  await writeFileAtomic(path.join(dataDir, POINTER), JSON.stringify({ path: directory, id }));
  return path.join(directory, "postgres");
}

async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new BackendError(`${file} is damaged.`);
  }
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );
