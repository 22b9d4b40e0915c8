import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { setTimeout as delay } from "node:timers/promises";

/** A Next command in a child process that ends with this process. */
export type Child = {
  /** Its exit code, or the signal that killed it. */
  exited: Promise<number | NodeJS.Signals>;
  /** The last 20,000 characters of its output, for an error message. */
  output(): string;
  /** Prints its output as it comes from now on. */
  show(): void;
  /** Sends SIGTERM, and SIGKILL after 10 seconds. */
  stop(): Promise<void>;
  /** Kills it and its own children at once. */
  kill(): void;
};

const NEXT = createRequire(import.meta.url).resolve("next/dist/bin/next");
const PRELOAD = new URL("end-with-launcher.ts", import.meta.url).href;
const STOP_TIMEOUT_MS = 10_000;
const KEPT_CHARACTERS = 20_000;

/**
 * Runs one of Next's commands.
 * @param env variables added to this process's own; an empty value also overrides `.env`
 * @param execArgv options of its Node
 * @param show whether its output goes to the terminal instead of being kept
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
    // In a process group of its own, so that Ctrl-C reaches only the launcher, which stops parts in order.
    detached: true,
  });
  let kept = "";
  let isShown = false;
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      kept = (kept + text).slice(-KEPT_CHARACTERS);
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
  await Promise.race([exited, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
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
