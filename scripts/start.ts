import { SettingsError } from "../lib/env.ts";
import { BackendError, startEmbeddedSupabase } from "../supabase/embedded/index.ts";
import { build, isBuildCurrent } from "./build.ts";
import { Ending } from "./ending.ts";
import { LaunchError } from "./launch-error.ts";
import { loadPresets } from "./load-presets.ts";
import { loadSettings, ROOT } from "./load-settings.ts";
import { checkPort } from "./port.ts";
import { localAddress, revalidate, serveApp, waitUntilServed } from "./serve.ts";
import { stage } from "./terminal.ts";

// `npm start`: the backend, the lectures, the app, and the address to open as the last line.
// With `--dev` the app runs in development.

const development = process.argv.includes("--dev");
const ending = new Ending();

async function start(): Promise<void> {
  const settings = loadSettings();
  await checkPort(settings);
  const backend = settings.supabase ?? (await stage("Starting the backend", () => startBackend(settings)));
  if (settings.seed === "presets") await ending.orEnd(loadPresets(ROOT, backend));
  if (!development && !(await isBuildCurrent(ROOT))) {
    await stage("Building the app", () => ending.orEnd(build(ROOT, (child) => ending.add(child))));
  }
  const app = ending.add(serveApp(ROOT, settings, backend, development));
  app.exited.then((exit) => ending.fail(`The app has ended unexpectedly (${exit}).\n${app.output()}`));
  const address = localAddress(settings);
  await stage("Starting the app", async () => {
    await ending.orEnd(waitUntilServed(address, app));
    if (!development) await ending.orEnd(revalidate(address, backend.secretKey));
  });
  console.log(settings.siteUrl);
  // Errors and unknown paths are the operator's to see.
  app.show();
  // Runs until something ends it.
  await ending.orEnd(new Promise<never>(() => {}));
}

async function startBackend({ dataDir, databaseUrl, siteUrl }: ReturnType<typeof loadSettings>) {
  const { signal } = ending;
  const onExit = (reason: string) => ending.fail(reason);
  return ending.add(
    await startEmbeddedSupabase({ dataDir, siteUrl, signal, onExit, ...(databaseUrl && { databaseUrl }) }),
  );
}

try {
  await start();
} catch (error) {
  if (!ending.requested) {
    const meantForPeople = [SettingsError, BackendError, LaunchError].some((kind) => error instanceof kind);
    console.error(meantForPeople ? (error as Error).message : error);
  }
}
await ending.stopAll();
process.exit(ending.requested ? 0 : 1);
