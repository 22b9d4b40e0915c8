import { statfs } from "node:fs/promises";

const GIBIBYTE = 2 ** 30;

/** An import of 100 MB and PostgreSQL's log of it take this much at most; a disk with less left is low. */
export const LOW_BYTES = 2 * GIBIBYTE;

/** With less left, PostgreSQL can neither make a new file of its log nor recover. */
export const FULL_BYTES = 64 * 2 ** 20;

export type DiskSpace = { directory: string; freeBytes: number };

/** The fullest of the disks that some directories are on; undefined where none of them is there. */
export async function findFullestDisk(directories: readonly string[]): Promise<DiskSpace | undefined> {
  const spaces = await Promise.all(directories.map(measure));
  return spaces.flat().sort((a, b) => a.freeBytes - b.freeBytes)[0];
}

async function measure(directory: string): Promise<DiskSpace[]> {
  const found = await statfs(directory).catch(() => null);
  return found ? [{ directory, freeBytes: found.bavail * found.bsize }] : [];
}

/** `1.4 GB`, as an operator and an administrator read it. */
export const inGigabytes = (bytes: number) => `${(bytes / GIBIBYTE).toFixed(1)} GB`;
