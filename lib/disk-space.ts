import { statfs } from "node:fs/promises";

const GIBIBYTE = 2 ** 30;

/** An import of 100 MB and its write-ahead log need at most this much; a disk with less free space counts as low. */
export const LOW_BYTES = 2 * GIBIBYTE;

/** With less free space, PostgreSQL can neither create a new write-ahead log file nor recover. */
export const FULL_BYTES = 64 * 2 ** 20;

export type DiskSpace = { directory: string; freeBytes: number };

/** The disk with the least free space among those that hold the directories; undefined if no directory exists. */
export async function findFullestDisk(directories: readonly string[]): Promise<DiskSpace | undefined> {
  const spaces = await Promise.all(directories.map(measure));
  return spaces.flat().sort((a, b) => a.freeBytes - b.freeBytes)[0];
}

async function measure(directory: string): Promise<DiskSpace[]> {
  const found = await statfs(directory).catch(() => null);
  return found ? [{ directory, freeBytes: found.bavail * found.bsize }] : [];
}

/** A size for operators and administrators: `1.4 GB`. */
export const inGigabytes = (bytes: number) => `${(bytes / GIBIBYTE).toFixed(1)} GB`;
