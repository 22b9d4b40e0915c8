import { rmSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The range is below the ephemeral ports, which the system gives to connections and to listeners without a fixed
// port. An ephemeral port may be taken between the check that it is free and the start of the server.
const FIRST = 12_000;
const LAST = 31_999;

// One file for each port that a test process has claimed, because several processes run at once.
const claims = join(tmpdir(), "lectern-test-ports");
const ours: string[] = [];
process.once("exit", () => {
  for (const claim of ours) rmSync(claim, { force: true });
});

/** A port that no server listens on, and that no other test gets while this process runs. */
export async function freePort(): Promise<number> {
  await mkdir(claims, { recursive: true });
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if ((await isFree(port)) && (await claim(port))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

async function claim(port: number): Promise<boolean> {
  const path = join(claims, String(port));
  try {
    await (await open(path, "wx")).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  ours.push(path);
  return true;
}
