import { setTimeout as delay } from "node:timers/promises";
import { FULL_BYTES, findFullestDisk, inGigabytes, LOW_BYTES } from "../lib/disk-space.ts";

type Watch = { everyMs?: number; lowBytes?: number; say?: (line: string) => void; signal: AbortSignal };

/** Prints a warning when a disk is low on space, and a line when it has enough space again. */
export async function watchDisks(
  directories: readonly string[],
  { everyMs = 60_000, lowBytes = LOW_BYTES, say = console.warn, signal }: Watch,
): Promise<void> {
  let isLow = false;
  while (!signal.aborted) {
    const disk = await findFullestDisk(directories);
    const wasLow = isLow;
    isLow = disk !== undefined && disk.freeBytes < lowBytes;
    const left = disk && `The disk of ${disk.directory} has ${inGigabytes(disk.freeBytes)} left.`;
    if (isLow && !wasLow) say(`${left} Make room: an import of 100 MB takes up to ${inGigabytes(lowBytes)}.`);
    if (!isLow && wasLow) say("There is room on the disk again.");
    await delay(everyMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

/**
 * Waits while a disk is full, because PostgreSQL could not even recover on it.
 * @throws the abort reason of the signal
 */
export async function waitForRoom(
  directories: readonly string[],
  { everyMs = 1_000, lowBytes = FULL_BYTES, say = console.error, signal }: Watch,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const disk = await findFullestDisk(directories);
    if (!disk || disk.freeBytes >= lowBytes) return;
    if (isFirst)
      say(`There is no room left on the disk of ${disk.directory}. Lectern goes on once there is.`);
    await delay(everyMs, undefined, { signal });
  }
}
