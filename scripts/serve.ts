import type { Server } from "node:http";
import { delimiter } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Settings } from "../lib/env.ts";
import { type Child, NEXT, runScript } from "./child.ts";
import { LaunchError } from "./launch-error.ts";

/** Address and keys of a Supabase, embedded or not. */
export type Backend = { url: string; publishableKey: string; secretKey: string };

/** `listen` opens the server that holds the app's address; the app reports the free space on the disks of `disks`. */
type Place = { listen: () => Promise<Server>; disks: readonly string[] };

/** The script that serves the built app; its working directory holds the build. */
export const SERVER = fileURLToPath(new URL("../server/index.ts", import.meta.url));

const START_TIMEOUT_MS = 60_000;

// An import streams a large file and frees many buffers, which a glibc malloc with these settings returns to the system.
const LEAN_MALLOC = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "65536",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/**
 * Starts the built app and hands it the address once it is prepared, because two processes that listen would share
 * the visitors. With `standby` off, nothing answers during the start, and the app opens the address itself.
 * @throws {LaunchError} if the app ends before it listens
 */
export async function startApp(
  root: string,
  settings: Settings,
  backend: Backend,
  { listen, disks }: Place,
): Promise<Child> {
  const { standby } = settings;
  const app = runScript([SERVER, ...(standby ? ["--standby"] : []), ...address(settings)], {
    cwd: root,
    env: { ...environment(settings, backend, disks), NODE_ENV: "production" },
    drainMs: settings.drainSeconds * 1000,
  });
  if (!(await (standby ? app.takeOver(listen) : app.heard())))
    throw new LaunchError(`The app ended while starting.\n${app.output()}`);
  return app;
}

/**
 * Starts the app in development.
 * @param player the origin of a stand-in for YouTube's player
 */
export async function startInDevelopment(
  root: string,
  settings: Settings,
  backend: Backend,
  { listen, disks }: Place,
  player?: string,
): Promise<Child> {
  (await listen()).close();
  const env = {
    ...environment(settings, backend, disks),
    NODE_ENV: "development",
    NEXT_PUBLIC_PLAYER_ORIGIN: player ?? "",
  };
  const app = runScript([NEXT, "dev", ...address(settings)], { cwd: root, env, show: true });
  await waitUntilServed(localAddress(settings), app);
  return app;
}

const address = ({ host, port }: Settings) => ["--hostname", host, "--port", String(port)];

const environment = (settings: Settings, backend: Backend, disks: readonly string[]) => ({
  SUPABASE_URL: backend.url,
  SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
  SUPABASE_SECRET_KEY: backend.secretKey,
  SITE_URL: settings.siteUrl,
  LECTERN_HOSTS: settings.hosts?.join(",") ?? "",
  LECTERN_UPLOADS: settings.uploads,
  LECTERN_OWN_URL: localAddress(settings),
  LECTERN_DISKS: disks.join(delimiter),
  LECTERN_DRAIN_SECONDS: String(settings.drainSeconds),
  // The app accesses the database only through the API.
  LECTERN_DATABASE_URL: "",
  // The backend sends the mails.
  LECTERN_MAIL: settings.supabase || settings.mail ? "on" : "off",
  SMTP_URL: "",
  LECTERN_CONFIRM_SIGN_UPS: "",
  SUPABASE_ACCESS_TOKEN: "",
  ...LEAN_MALLOC,
});

/**
 * Waits until the app answers.
 * @throws {LaunchError} if it exits, or does not answer within a minute
 */
export async function waitUntilServed(address: string, child: Child): Promise<void> {
  let ended = false;
  child.exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!ended && Date.now() < deadline) {
    const answer = await fetch(`${address}/robots.txt`, { method: "HEAD" }).catch(() => undefined);
    if (answer) return;
    await delay(50);
  }
  throw new LaunchError(`The app ${ended ? "ended while starting" : "does not answer"}.\n${child.output()}`);
}

/** The address at which this machine reaches the app. */
export function localAddress({ host, port }: Pick<Settings, "host" | "port">): string {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
