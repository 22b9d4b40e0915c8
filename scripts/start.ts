import { type Settings, SettingsError } from "../lib/env.ts";
import { isJsonLog, logConsoleAsJson } from "../server/json-log.ts";
import { BackendError, type EmbeddedSupabase, startEmbeddedSupabase } from "../supabase/embedded/index.ts";
import { build, isBuildCurrent } from "./build.ts";
import { checkBeforeStart } from "./checks/before-start.ts";
import { listPlaces } from "./checks/installation.ts";
import type { Child } from "./child.ts";
import { LaunchError } from "./launch-error.ts";
import { listen } from "./listen.ts";
import { loadPresets } from "./load-presets.ts";
import { loadSettings, ROOT } from "./load-settings.ts";
import { type Backend, startApp, startInDevelopment } from "./serve.ts";
import { Shutdown } from "./shutdown.ts";
import { type Part, supervise } from "./supervise.ts";
import { stage } from "./terminal.ts";
import { waitForRoom, watchDisks } from "./watch-disks.ts";

// `npm start`: starts the backend, loads the lectures, starts the app, and prints the address to open last.
// With `--dev`, the app runs in development mode, and `--stand-in-player` there replaces YouTube's player.

const development = process.argv.includes("--dev");
const shutdown = new Shutdown();
/** How often each part was restarted; the app reports this in its metrics. */
const restarts = { app: 0, backend: 0 };
/** Sends `restarts` to the running app. */
let tellRestarts = () => {};

async function start(): Promise<void> {
  const settings = loadSettings();
  const { signal } = shutdown;
  if (isJsonLog()) logConsoleAsJson();
  let address = await listen(settings);
  shutdown.add({ stop: async () => void address.close() });
  if (!settings.standby) address.close();
  const backend = settings.supabase ?? (await stage("Starting the backend", () => startBackend(settings)));
  if (settings.supabase) await checkSupabase(settings, settings.supabase);
  const disks = [ROOT, ...(settings.supabase ? [] : await listPlaces(settings.dataDir))];
  void watchDisks(disks, { signal });
  if (settings.seed === "presets") await shutdown.orAbort(loadPresets(ROOT, backend, disks));
  if (!development && !(await isBuildCurrent(ROOT))) {
    await stage("Building the app", () => shutdown.orAbort(build(ROOT, (child) => shutdown.add(child))));
  }
  // If an app took the address over, this process closed its own server, so it listens again.
  const holdAddress = async () => {
    if (!address.listening) address = await listen(settings);
    return address;
  };
  const player = await startPlayer();
  const startAny = development ? startInDevelopment : startApp;
  const startAppOnce = async (previous?: Child) => {
    if (settings.standby) await holdAddress();
    const app = await startAny(ROOT, settings, backend, { listen: holdAddress, disks }, player);
    if (previous) app.show();
    tellRestarts = () => app.tell({ restarts });
    tellRestarts();
    return app;
  };
  const app = await stage("Starting the app", () =>
    keep("app", startAppOnce, settings.standby ? holdAddress : undefined),
  );
  console.log(settings.siteUrl);
  // From here on, the operator sees the app's output, such as errors.
  app.current().show();
  // This never resolves: only a shutdown ends the wait.
  await shutdown.orAbort(new Promise<never>(() => {}));
}

/** Starts the stand-in for YouTube's player in development, with `--stand-in-player`; resolves with its origin. */
async function startPlayer(): Promise<string | undefined> {
  if (!development || !process.argv.includes("--stand-in-player")) return;
  const { startStandInPlayer } = await import("./stand-in-player/server.ts");
  return shutdown.add(await startStandInPlayer()).url;
}

/** Starts a part and restarts it whenever it ends; if that fails too often, the whole product shuts down. */
async function keep<T extends Part>(
  part: keyof typeof restarts,
  startPart: (previous?: T) => Promise<T>,
  standIn?: () => Promise<unknown>,
) {
  const { signal } = shutdown;
  const onGivenUp = (message: string) => shutdown.fail(message);
  const onRestart = () => {
    restarts[part]++;
    tellRestarts();
  };
  const options = { signal, onGivenUp, onRestart, ...(standIn && { standIn }) };
  return shutdown.add(await shutdown.orAbort(supervise(`The ${part}`, startPart, options)));
}

async function checkSupabase({ siteUrl, accessToken }: Settings, supabase: Backend): Promise<void> {
  const { signal } = shutdown;
  await shutdown.orAbort(checkBeforeStart({ ...supabase, siteUrl }, { accessToken }, { signal }));
}

async function startBackend({ dataDir, databaseUrl, siteUrl, mail }: Settings): Promise<Backend> {
  const { signal } = shutdown;
  const options = { dataDir, siteUrl, signal, ...(mail && { mail }), ...(databaseUrl && { databaseUrl }) };
  const backend = await keep("backend", async (previous?: EmbeddedSupabase) => {
    if (!previous) return startEmbeddedSupabase(options);
    await waitForRoom(await listPlaces(dataDir), { signal });
    return startEmbeddedSupabase({ ...options, port: Number(new URL(previous.url).port) });
  });
  return backend.current();
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
