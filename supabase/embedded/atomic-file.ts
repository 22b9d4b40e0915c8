import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";

/**
 * Replaces a file atomically: a process killed half way leaves the old content in place.
 * @param mode permissions of the new file, 0600 by default
 */
export async function writeFileAtomic(file: string, content: string, mode = 0o600): Promise<void> {
  const temporary = `${file}.${randomUUID()}.part`;
  try {
    const handle = await open(temporary, "wx", mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    await syncDirectory(path.dirname(file));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Flushes a directory, so that a rename in it survives a power failure. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
