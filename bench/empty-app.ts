import { rm } from "node:fs/promises";
import { join } from "node:path";
import { NEXT, runScript } from "../scripts/child.ts";
import { waitUntilServed } from "../scripts/serve.ts";
import { freePort } from "../tests/free-port.ts";
import { root } from "../tests/run.ts";

const directory = join(root, "tests", "fixtures", "empty-app");

/** Builds and starts an app that has one empty page, with the same version of Next. */
export async function startEmptyApp(): Promise<{ url: string; stop(): Promise<void> }> {
  const env = { NODE_ENV: "production" };
  const built = runScript([NEXT, "build", directory], { cwd: directory, env });
  if ((await built.exited) !== 0) throw new Error(`The empty app could not be built.\n${built.output()}`);
  const port = await freePort();
  const app = runScript([NEXT, "start", directory, "-H", "127.0.0.1", "-p", String(port)], {
    cwd: directory,
    env,
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await app.stop();
    await rm(join(directory, ".next"), { recursive: true, force: true });
  };
  try {
    await waitUntilServed(url, app);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
