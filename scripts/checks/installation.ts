import { access, constants, stat, statfs } from "node:fs/promises";
import { readPointer } from "../../supabase/embedded/cluster-location.ts";
import { type Finding, fine, wrong } from "./finding.ts";

const GIBIBYTE = 2 ** 30;
/** An import of 100 MB and PostgreSQL's log of it take this much at most. */
const NEEDED_BYTES = 2 * GIBIBYTE;

/** The directory that the embedded Supabase keeps everything in: there, its own, and with space left. */
export async function checkDataDirectory(dataDir: string, neededBytes = NEEDED_BYTES): Promise<Finding[]> {
  const found = await stat(dataDir).catch(() => null);
  if (!found?.isDirectory())
    return [
      wrong(
        `There is no installation in ${dataDir}.`,
        "`npm start` makes one; LECTERN_DATA_DIR names another directory.",
      ),
    ];
  const places = new Set([dataDir, await findDatabase(dataDir)]);
  const spaces = await Promise.all([...places].map((place) => checkSpace(place, neededBytes)));
  return [await checkAccess(dataDir, found.mode), ...spaces];
}

async function checkAccess(dataDir: string, mode: number): Promise<Finding> {
  const isUsable = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isUsable)
    return wrong(
      `This user may not write to the data directory ${dataDir}.`,
      `Run this as the user that runs Lectern, or give it the directory: chown -R "$USER" ${dataDir}`,
    );
  // PostgreSQL's account may pass through it, and no other account read it.
  if ((mode & 0o066) !== 0)
    return wrong(
      `Other users of this machine can read the data directory ${dataDir}, which holds secrets.`,
      `Close it: chmod go-rw ${dataDir}`,
    );
  return fine(`The data directory is ${dataDir}.`);
}

async function checkSpace(directory: string, neededBytes: number): Promise<Finding> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  const shown = `${(free / GIBIBYTE).toFixed(1)} GB`;
  if (free < neededBytes)
    return wrong(
      `The disk of ${directory} has ${shown} left.`,
      `Make room: an import of 100 MB takes up to ${neededBytes / GIBIBYTE} GB.`,
    );
  return fine(`The disk of ${directory} has ${shown} left.`);
}

/** Under root the database may be in a directory of its own. */
async function findDatabase(dataDir: string): Promise<string> {
  const pointer = await readPointer(dataDir).catch(() => undefined);
  const directory = pointer?.path ?? dataDir;
  return stat(directory).then(
    () => directory,
    () => dataDir,
  );
}
