import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { lockDirectory } from "../../../supabase/embedded/directory-lock.ts";

vi.mock("node:timers/promises", () => ({
  setTimeout: () => {
    throw new Error("It waited.");
  },
}));

test("a second Lectern on a directory is refused without waiting, unless the first is shutting down", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "lectern-lock-"));
  const lock = await lockDirectory(dataDir, process.pid);
  try {
    await expect(lockDirectory(dataDir, process.pid)).rejects.toThrow("in use by another Lectern");
    await lock.announce({ closing: true });
    await expect(lockDirectory(dataDir, process.pid)).rejects.toThrow("It waited.");
  } finally {
    await lock.release();
    await rm(dataDir, { recursive: true, force: true });
  }
});
