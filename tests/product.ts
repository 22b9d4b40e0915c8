import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { startEmbeddedSupabase } from "../supabase/embedded/index.ts";
import { root } from "./run.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** A start of the product, or a command, that is running or has ended. */
export type Launch = {
  process: ChildProcess;
  /** What it has printed, line by line. */
  lines: string[];
  /** Resolves with the address it printed; rejects when it ends before. */
  ready: Promise<string>;
  exited: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** Runs what `npm start` runs, or another command, with settings of the test's own and none of the machine's. */
export function launch(settings: Record<string, string>, script = "scripts/start.ts"): Launch {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(LECTERN_|SUPABASE_|TRUSTED_PROXIES$|PORT$|HOST$|SITE_URL$|VITEST|NODE_ENV$)/.test(name),
  );
  const child = spawn(process.execPath, [script], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...Object.fromEntries(inherited), ...settings } as unknown as NodeJS.ProcessEnv,
  });
  const lines: string[] = [];
  const exited = once(child, "close").then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        lines.push(line);
        if (/^https?:\/\/\S+$/.test(line)) resolve(line);
      });
    }
    exited.then((code) => reject(new Error(`The start ended with ${code}:\n${lines.join("\n")}`)));
  });
  // A caller that waits for the exit alone does not handle this rejection.
  ready.catch(() => {});
  return {
    process: child,
    lines,
    ready,
    exited,
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return exited;
    },
  };
}

export type Product = Awaited<ReturnType<typeof startProduct>>;

/**
 * The product with its preset catalogue, on an embedded backend that the tests themselves can reach:
 * the app runs as it does on any Supabase that settings point at.
 */
export async function startProduct() {
  const dataDir = await temporaryDirectory();
  const backend = await startEmbeddedSupabase({ dataDir });
  const supabase = {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
  };
  // So that a test can be many visitors.
  const proxies = { TRUSTED_PROXIES: "127.0.0.1, ::1" };
  const app = launch({ ...supabase, ...proxies, PORT: String(await freePort()) });
  const stop = async () => {
    await app.stop();
    await backend.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const address = await app.ready;
    const secrets = { DATABASE_URL: backend.databaseUrl, JWT_SECRET: backend.jwtSecret };
    return { environment: { ...supabase, ...secrets, BASE_URL: address }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
