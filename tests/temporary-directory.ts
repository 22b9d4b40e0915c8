import { mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../supabase/embedded/is-alive.ts";

const GIBIBYTE = 2 ** 30;
const IN_MEMORY = "/dev/shm";

/**
 * A new directory for an installation of the tests. It is in memory if enough is free, because a database waits
 * for the disk at each commit; otherwise it is in the system's temporary directory.
 */
export async function temporaryDirectory(): Promise<string> {
  const space = await statfs(IN_MEMORY).catch(() => null);
  const isRoomy = space !== null && space.bavail * space.bsize > 4 * GIBIBYTE && freemem() > 8 * GIBIBYTE;
  const parent = isRoomy ? IN_MEMORY : tmpdir();
  await removeLeftovers(parent);
  return mkdtemp(join(parent, `lectern-test-${process.pid}-`));
}

/** Removes the directories of processes that were killed before they could. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = /^lectern-test-(\d+)-/.exec(name)?.[1];
    // Those of another account on this machine stay.
    if (owner && !isAlive(Number(owner)))
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}
