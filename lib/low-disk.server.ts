import "server-only";
import { delimiter } from "node:path";
import { type DiskSpace, findFullestDisk, LOW_BYTES } from "./disk-space.ts";

/** The fullest of the launcher's disks (`LECTERN_DISKS`) if it is low on space; null if all have enough. */
export async function findLowDisk(): Promise<DiskSpace | null> {
  const directories = process.env.LECTERN_DISKS?.split(delimiter) ?? [];
  const disk = await findFullestDisk(directories);
  return disk && disk.freeBytes < LOW_BYTES ? disk : null;
}
