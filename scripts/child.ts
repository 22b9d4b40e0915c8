import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** A program of Next that ends with this process. */
export type Child = {
  /** Its exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>;
  /** The end of what it printed, for an error message. */
  output(): string;
  /** From now on what it prints is shown, as it comes. */
  show(): void;
  /** Asks it to end, and after 10 s makes it. */
  stop(): Promise<void>;
  /** Ends it, and all that it started, at once. */
  kill(): void;
};

const NEXT = fileURLToPath(import.meta.resolve("next/dist/bin/next"));
const PRELOAD = new URL("end-with-launcher.ts", import.meta.url).href;
const STOP_PATIENCE_MS = 10_000;
const KEPT_OUTPUT = 20_000;

/**
 * Runs one of Next's commands.
 * @param env variables on top of this process's own; an empty one hides it from `.env` as well
 * @param execArgv options of its Node
 * @param show whether what it prints goes to the terminal instead of being kept
 */
export function runNext(
  args: string[],
  {
    cwd,
    env,
    execArgv = [],
    show = false,
  }: { cwd: string; env: Record<string, string>; execArgv?: string[]; show?: boolean },
): Child {
  const output = show ? "inherit" : "pipe";
  const child = spawn(process.execPath, [...execArgv, "--import", PRELOAD, NEXT, ...args], {
    cwd,
    env: { ...process.env, ...env, NEXT_TELEMETRY_DISABLED: "1", LECTERN_LAUNCHED: "1" },
    stdio: ["ignore", output, output, "ipc"],
    // A group of its own: Ctrl-C reaches the launcher alone, which ends things in order.
    detached: true,
  });
  let kept = "";
  let isShown = false;
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      kept = (kept + text).slice(-KEPT_OUTPUT);
      if (isShown) process[name].write(text);
    });
  }
  const exited = once(child, "close").then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
  return {
    exited,
    output: () => kept.trim(),
    show: () => {
      isShown = true;
    },
    stop: () => stop(child, exited),
    kill: () => kill(child),
  };
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await Promise.race([exited, delay(STOP_PATIENCE_MS, undefined, { ref: false })]);
  kill(child);
  await exited;
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
