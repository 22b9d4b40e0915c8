import path from "node:path";
import { FULL_BYTES, findFullestDisk } from "../lib/disk-space.ts";
import { findDiskFault } from "../supabase/embedded/disk-fault.ts";
import { LaunchError } from "./launch-error.ts";
import type { Backend } from "./serve.ts";
import { progressBar } from "./terminal.ts";

/**
 * Loads the preset lectures into a catalogue that has never had them, with a progress bar.
 * @param disks directories on the disks that need space for the lectures
 * @throws {LaunchError} with the cause; the next start continues where this one stopped
 */
export async function loadPresets(root: string, backend: Backend, disks: readonly string[]): Promise<void> {
  const { seedPresets } = await import("./seed.ts");
  const bar = progressBar("Loading the preset lectures");
  const directory = path.join(root, "public", "data");
  const loaded = await seedPresets(backend, { directory, onProgress: bar.print }).catch(async (error) => {
    throw new LaunchError(`The preset lectures could not be loaded. ${await explain(error, disks)}`);
  });
  if (!loaded) return;
  const rejected = loaded.rejected > 0 ? `, ${loaded.rejected.toLocaleString("en")} rejected` : "";
  bar.finish(`${loaded.rows.toLocaleString("en")} rows${rejected}`);
}

/** Explains an error. Also checks the disks, because a database on a full disk may end without saying why. */
async function explain(error: unknown, disks: readonly string[]): Promise<string> {
  const disk = await findFullestDisk(disks);
  const isFull = disk !== undefined && disk.freeBytes < FULL_BYTES;
  const fault = findDiskFault(isFull ? "ENOSPC" : error);
  if (fault) return `The reason: ${fault.reason}. ${fault.remedy}`;
  return error instanceof Error ? error.message : String(error);
}
