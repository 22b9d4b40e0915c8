import { access, constants, stat } from "node:fs/promises";
import { findFullestDisk, inGigabytes, LOW_BYTES } from "../../lib/disk-space.ts";
import { readPointer } from "../../supabase/embedded/cluster-location.ts";
import { type Finding, fine, wrong } from "./finding.ts";

/** Checks the embedded Supabase's data directory: it exists, only its owner can read it, and there is disk space. */
export async function checkDataDirectory(dataDir: string, neededBytes = LOW_BYTES): Promise<Finding[]> {
  const found = await stat(dataDir).catch(() => null);
  if (!found?.isDirectory())
    return [
      wrong(
        `There is no installation in ${dataDir}.`,
        "`npm start` makes one; LECTERN_DATA_DIR names another directory.",
      ),
    ];
  const places = await listPlaces(dataDir);
  const spaces = await Promise.all(places.map((place) => checkSpace(place, neededBytes)));
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
  // Other accounts may only pass through the directory, which PostgreSQL's account needs. They must not read it.
  if ((mode & 0o066) !== 0)
    return wrong(
      `Other users of this machine can read the data directory ${dataDir}, which holds secrets.`,
      `Close it: chmod go-rw ${dataDir}`,
    );
  return fine(`The data directory is ${dataDir}.`);
}

async function checkSpace(directory: string, neededBytes: number): Promise<Finding> {
  const { freeBytes = 0 } = (await findFullestDisk([directory])) ?? {};
  const left = `The disk of ${directory} has ${inGigabytes(freeBytes)} left.`;
  if (freeBytes >= neededBytes) return fine(left);
  return wrong(left, `Make room: an import of 100 MB takes up to ${inGigabytes(neededBytes)}.`);
}

/** The directories of an installation: the data directory, and under root possibly another one for the database. */
export async function listPlaces(dataDir: string): Promise<string[]> {
  const pointer = await readPointer(dataDir).catch(() => undefined);
  const isThere = pointer && (await stat(pointer.path).catch(() => null));
  return isThere ? [dataDir, pointer.path] : [dataDir];
}
