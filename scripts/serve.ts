import { setTimeout as delay } from "node:timers/promises";
import type { Settings } from "../lib/env.ts";
import { revalidationToken } from "../lib/revalidation-token.ts";
import { type Child, runNext } from "./child.ts";
import { LaunchError } from "./launch-error.ts";

/** A Supabase, embedded or not, as the app knows it. */
export type Backend = { url: string; publishableKey: string; secretKey: string };

const PATIENCE_MS = 60_000;

// A large file that streams through leaves much garbage behind. Collected often, and its buffers given
// back to the system at once (glibc would keep them, for each thread anew), an import of 100 MB takes
// 150 MB at its peak and not 370.
const LEAN_HEAP = ["--max-semi-space-size=4"];
const LEAN_MALLOC = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "65536",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/** Starts the app, built or in development, over a backend. */
export function serveApp(root: string, settings: Settings, backend: Backend, development: boolean): Child {
  const args = [development ? "dev" : "start", "-H", settings.host, "-p", String(settings.port)];
  const env = {
    NODE_ENV: development ? "development" : "production",
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SITE_URL: settings.siteUrl,
    LECTERN_UPLOADS: settings.uploads,
    LECTERN_OWN_URL: localAddress(settings),
    // The app has no business with the database but through the API.
    LECTERN_DATABASE_URL: "",
    ...LEAN_MALLOC,
  };
  return runNext(args, { cwd: root, env, execArgv: development ? [] : LEAN_HEAP, show: development });
}

/**
 * Waits until the app answers.
 * @throws when it ends instead, or does not answer within a minute
 */
export async function waitUntilServed(address: string, child: Child): Promise<void> {
  let ended = false;
  child.exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + PATIENCE_MS;
  while (!ended && Date.now() < deadline) {
    const answer = await fetch(`${address}/robots.txt`, { method: "HEAD" }).catch(() => undefined);
    if (answer) return;
    await delay(50);
  }
  throw new LaunchError(`The app ${ended ? "ended while starting" : "does not answer"}.\n${child.output()}`);
}

/**
 * Has the app forget the pages it made at build, or for another state of the catalogue.
 * @throws when the app refuses
 */
export async function revalidate(address: string, secretKey: string): Promise<void> {
  const answer = await fetch(`${address}/api/revalidate`, {
    method: "POST",
    headers: { authorization: `Bearer ${revalidationToken(secretKey)}` },
  });
  if (!answer.ok)
    throw new LaunchError(
      `The app could not be brought up to date (/api/revalidate answered ${answer.status}).`,
    );
}

/** The address this machine itself reaches the app at. */
export function localAddress({ host, port }: Pick<Settings, "host" | "port">): string {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
