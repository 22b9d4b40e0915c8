import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { EmbeddedOptions, EmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { FIXTURES, MIGRATIONS } from "./installation.ts";

type Launched = { launcher: ChildProcess; backend: Omit<EmbeddedSupabase, "stop"> };

/** Starts a backend in a separate process, which can be killed. */
export async function launch(
  options: Pick<EmbeddedOptions, "dataDir" | "databaseUrl" | "migrationsDir" | "restore" | "execArgv">,
  {
    fixtures = FIXTURES,
    node = process.execPath,
    ...spawnOptions
  }: SpawnOptions & { fixtures?: string; node?: string } = {},
): Promise<Launched> {
  const migrationsDir = path.join(fixtures, path.relative(FIXTURES, MIGRATIONS));
  const args = [path.join(fixtures, "launch.ts"), JSON.stringify({ migrationsDir, ...options })];
  const launcher = spawn(node, args, { ...spawnOptions, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(async () => {
    if (launcher.exitCode !== null || launcher.signalCode !== null) return;
    launcher.kill("SIGTERM");
    await once(launcher, "exit");
  });
  const lines = createInterface({ input: launcher.stdout as NodeJS.ReadableStream });
  const [line] = await Promise.race([once(lines, "line"), once(launcher, "exit").then(() => [""])]);
  const backend = JSON.parse(line || "{}");
  if (backend.error) throw new Error(backend.error);
  return { launcher, backend };
}

/** Waits until a condition is true, for two minutes at most. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It never came about that ${what}.`);
    await delay(25);
  }
}
