import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Child, runScript } from "../../scripts/child.ts";
import { SERVER, waitUntilServed } from "../../scripts/serve.ts";
import { freePort } from "../free-port.ts";
import { root } from "../run.ts";

type SecondApp = { address: string; child: Child; stop(): Promise<void> };

/** Starts a second server of the tested build, or of the build in `directory`, with the test's own settings. */
export async function startSecondApp(
  settings: Record<string, string> = {},
  directory = root,
  port?: number,
): Promise<SecondApp> {
  port ??= await freePort();
  const address = `http://localhost:${port}`;
  const env = {
    NODE_ENV: "production",
    SITE_URL: address,
    LECTERN_OWN_URL: address,
    // As in `startProduct`: every page shows the test's latest changes, even if the machine is busy.
    LECTERN_PAGE_CHECK_MS: "0",
    LECTERN_PAGE_TIMEOUT_MS: "60000",
    // With this key it cannot claim imports that other tests expect the first app to process.
    SUPABASE_SECRET_KEY: "no-such-key",
    ...settings,
  };
  const child = runScript([SERVER, "--port", String(port)], { cwd: directory, env });
  await waitUntilServed(`http://127.0.0.1:${port}`, child);
  return { address, child, stop: () => child.stop() };
}

/** The same without middleware, like a build of the same files without `middleware.ts`. */
export async function startWithoutMiddleware(settings: Record<string, string> = {}): Promise<SecondApp> {
  const directory = await mkdtemp(join(tmpdir(), "lectern-test-"));
  for (const name of ["next.config.mjs", "node_modules", "package.json", "public"])
    await symlink(join(root, name), join(directory, name));
  await linkAllBut("server", join(root, ".next"), join(directory, ".next"));
  const [server, manifest] = [join(".next", "server"), "middleware-manifest.json"];
  await linkAllBut(manifest, join(root, server), join(directory, server));
  const none = { version: 3, middleware: {}, sortedMiddleware: [], functions: {} };
  await writeFile(join(directory, server, manifest), JSON.stringify(none));
  const app = await startSecondApp(settings, directory);
  const stop = async () => {
    await app.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { ...app, stop };
}

/** Makes a directory with links to all that is in another one, except for one entry. */
async function linkAllBut(exception: string, from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from))
    if (name !== exception) await symlink(join(from, name), join(to, name));
}
