import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import type { Database } from "../../lib/supabase/database.types.ts";
import { findRunningBackend } from "../../supabase/embedded/running.ts";
import { type Launch, launch } from "../launch.ts";
import { childOf, isRunning } from "../processes.ts";

/** The parts that can be killed. */
export type Victim = "app" | "backend";

const SCRIPTS: Record<Victim, string> = { app: "server/index.ts", backend: "embedded/backend.ts" };

/** The product as `npm start` runs it; tests can kill a part at any moment and start it again. */
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

  /** The process id of the launcher, which runs the other processes. */
  launcherId(): number {
    const launcher = this.#launch?.process.pid;
    if (!launcher) throw new Error("The product does not run.");
    return launcher;
  }

  /** The process id of a part that the launcher runs. */
  processId(part: Victim): number {
    return childOf(this.launcherId(), SCRIPTS[part]).pid;
  }

  /** kill -9 of a part, and of the launcher, which would restart it; resolves when nothing is running. */
  async kill(victim: Victim): Promise<void> {
    const killed = this.processId(victim);
    const app = this.processId("app");
    this.#launch?.process.kill("SIGKILL");
    process.kill(killed, "SIGKILL");
    await this.#launch?.exited;
    await eventually("the app ends with its launcher", 60, async () => !isRunning(app));
  }

  /** Whether the product has printed a text since its start. */
  said(text: string): boolean {
    return this.#launch?.lines.some((line) => line.includes(text)) ?? false;
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

/** Waits for a condition, which may throw while parts are down. Returns its first truthy result. */
export async function eventually<T>(
  what: string,
  seconds: number,
  condition: () => Promise<T | null | undefined | false>,
  pauseMs = 50,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const found = await condition().catch(() => null);
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Within ${seconds} s it did not come about that ${what}.`);
    await delay(pauseMs);
  }
}
