import { mkdtemp, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const GIBIBYTE = 2 ** 30;
const IN_MEMORY = "/dev/shm";

/**
 * A new directory for an installation of the tests. It is in memory if enough is free, because a database waits
 * for the disk at each commit; otherwise it is in the system's temporary directory.
 */
export async function temporaryDirectory(): Promise<string> {
  const space = await statfs(IN_MEMORY).catch(() => null);
  const isRoomy = space !== null && space.bavail * space.bsize > 4 * GIBIBYTE && freemem() > 8 * GIBIBYTE;
  return mkdtemp(join(isRoomy ? IN_MEMORY : tmpdir(), "lectern-test-"));
}
