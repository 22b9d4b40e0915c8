import { type Settings, SettingsError } from "../lib/env.ts";
import { BackendError, startEmbeddedSupabase } from "../supabase/embedded/index.ts";
import { build, isBuildCurrent } from "./build.ts";
import { checkBeforeStart } from "./checks/before-start.ts";
import { LaunchError } from "./launch-error.ts";
import { loadPresets } from "./load-presets.ts";
import { loadSettings, ROOT } from "./load-settings.ts";
import { checkPort } from "./port.ts";
import { type Backend, localAddress, revalidate, serveApp, waitUntilServed } from "./serve.ts";
import { Shutdown } from "./shutdown.ts";
import { stage } from "./terminal.ts";

// `npm start`: the backend, the lectures, the app, and the address to open as the last line.
// With `--dev` the app runs in development.

const development = process.argv.includes("--dev");
const shutdown = new Shutdown();

async function start(): Promise<void> {
  const settings = loadSettings();
  await checkPort(settings);
  const backend = settings.supabase ?? (await stage("Starting the backend", () => startBackend(settings)));
  if (settings.supabase) await checkSupabase(settings, settings.supabase);
  if (settings.seed === "presets") await shutdown.orAbort(loadPresets(ROOT, backend));
  if (!development && !(await isBuildCurrent(ROOT))) {
    await stage("Building the app", () => shutdown.orAbort(build(ROOT, (child) => shutdown.add(child))));
  }
  const app = shutdown.add(serveApp(ROOT, settings, backend, development));
  app.exited.then((exit) => shutdown.fail(`The app has ended unexpectedly (${exit}).\n${app.output()}`));
  const address = localAddress(settings);
  await stage("Starting the app", async () => {
    await shutdown.orAbort(waitUntilServed(address, app));
    if (!development) await shutdown.orAbort(revalidate(address, backend.secretKey));
  });
  console.log(settings.siteUrl);
  // From here on the operator sees errors and unknown paths.
  app.show();
  // Resolves never: only a shutdown ends the wait.
  await shutdown.orAbort(new Promise<never>(() => {}));
}

async function checkSupabase({ siteUrl, accessToken }: Settings, supabase: Backend): Promise<void> {
  const { signal } = shutdown;
  await shutdown.orAbort(checkBeforeStart({ ...supabase, siteUrl }, { accessToken }, { signal }));
}

async function startBackend({ dataDir, databaseUrl, siteUrl }: Settings) {
  const { signal } = shutdown;
  const onExit = (reason: string) => shutdown.fail(reason);
  return shutdown.add(
    await startEmbeddedSupabase({ dataDir, siteUrl, signal, onExit, ...(databaseUrl && { databaseUrl }) }),
  );
}

try {
  await start();
} catch (error) {
  if (!shutdown.requested) {
    const meantForPeople = [SettingsError, BackendError, LaunchError].some((kind) => error instanceof kind);
    console.error(meantForPeople ? (error as Error).message : error);
  }
}
await shutdown.stopAll();
process.exit(shutdown.requested ? 0 : 1);
