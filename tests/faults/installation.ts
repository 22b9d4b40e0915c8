import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import type { Database } from "../../lib/supabase/database.types.ts";
import { locateCluster } from "../../supabase/embedded/cluster-location.ts";
import { getPostgresAccount } from "../../supabase/embedded/postgres-account.ts";
import { findRunningBackend } from "../../supabase/embedded/running.ts";
import { loadSecrets } from "../../supabase/embedded/secrets.ts";
import { childrenOf, isRunning } from "../embedded/processes.ts";
import { type Launch, launch } from "../product.ts";

/** What can be killed. */
export type Victim = "app" | "backend";

const COMMANDS: Record<Victim, RegExp> = {
  app: /server\/index\.ts/,
  backend: /embedded\/backend\.ts/,
};

/** The product as `npm start` runs it, which can lose a part at any moment and be started again. */
export class Installation {
  readonly dataDir: string;
  /** Its environment variables. */
  readonly settings: Record<string, string>;
  #launch: Launch | undefined;

  /** @param more settings, such as those of a Supabase that runs elsewhere on the same data directory */
  constructor(dataDir: string, port: number, more: Record<string, string> = {}) {
    this.dataDir = dataDir;
    this.settings = { LECTERN_DATA_DIR: dataDir, PORT: String(port), LECTERN_SEED: "none", ...more };
  }

  get url(): string {
    return `http://localhost:${this.settings.PORT}`;
  }

  async start(): Promise<void> {
    this.#launch = launch(this.settings);
    await this.#launch.ready;
  }

  /** The process of a part that the launcher runs. */
  processId(part: Victim): number {
    const launcher = this.#launch?.process.pid;
    const found = launcher && childrenOf(launcher).find(({ command }) => COMMANDS[part].test(command));
    if (!found) throw new Error(`The ${part} does not run.`);
    return found.pid;
  }

  /** kill -9 of a part, and of the launcher, which would start it again; resolves when nothing of it runs. */
  async kill(victim: Victim): Promise<void> {
    const killed = this.processId(victim);
    const app = this.processId("app");
    this.#launch?.process.kill("SIGKILL");
    process.kill(killed, "SIGKILL");
    await this.#launch?.exited;
    await eventually("the app ends with its launcher", 60, async () => !isRunning(app));
  }

  async stop(): Promise<void> {
    await this.#launch?.stop();
  }

  /** A client with the secret key of the backend that runs now. */
  async client() {
    const backend = await findRunningBackend(this.dataDir);
    if (!backend) throw new Error("No backend runs.");
    const auth = { persistSession: false, autoRefreshToken: false };
    return createClient<Database>(backend.url, backend.secretKey, { auth });
  }
}

/** The address of the database that an installation's own backend runs. */
export async function databaseUrlOf(dataDir: string): Promise<string> {
  const { postgresPassword } = await loadSecrets(dataDir, true);
  const directory = await locateCluster(dataDir, getPostgresAccount());
  const port = (await readFile(join(directory, "postmaster.pid"), "utf8")).split("\n")[3];
  return `postgres://postgres:${postgresPassword}@127.0.0.1:${port}/postgres`;
}

/** Waits for a condition that may throw while things are down. Gives its first answer that is something. */
export async function eventually<T>(
  what: string,
  seconds: number,
  condition: () => Promise<T | null | undefined | false>,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const found = await condition().catch(() => null);
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Within ${seconds} s it did not come about that ${what}.`);
    await delay(20);
  }
}
