import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import type { Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** A Node script in a child process that ends with this process. */
export type Child = {
  /** Resolves with its exit code, or with the signal that killed it. */
  exited: Promise<number | NodeJS.Signals>;
  /** Resolves when it has ended, with a text that contains the exit code or signal and the end of its output. */
  ended: Promise<string>;
  /** The last 20,000 characters of its output, for an error message. */
  output(): string;
  /** Resolves with true when it sends a message, or with false when it ends without sending one. */
  heard(): Promise<boolean>;
  /** Hands it a listening server once it is prepared, then closes that here. Resolves with whether this succeeded. */
  takeOver(open: () => Promise<Server>): Promise<boolean>;
  /** Sends it a message, unless it has ended. */
  tell(message: object): void;
  /** From now on prints its output as it arrives. */
  show(): void;
  /** Sends SIGTERM, then SIGKILL to its process group when it ends, at the latest 10 seconds after `drainMs`. */
  stop(): Promise<void>;
  /** Kills it and its own children at once. */
  kill(): void;
};

/** The script of the `next` command. */
export const NEXT = createRequire(import.meta.url).resolve("next/dist/bin/next");
const PRELOAD = new URL("end-with-launcher.ts", import.meta.url).href;
// Cached compiled packages make the next start a third shorter. If Node may not write here, it skips the cache.
const COMPILE_CACHE = fileURLToPath(new URL("../node_modules/.cache/app", import.meta.url));
const STOP_TIMEOUT_MS = 10_000;
const KEPT_CHARACTERS = 20_000;

/**
 * Runs a Node script.
 * @param command the script's path and its arguments
 * @param env variables added to this process's own; an empty value also overrides `.env`
 * @param drainMs how long it may keep running after SIGTERM, before the 10 seconds begin
 * @param show whether its output goes straight to the terminal instead of being collected
 */
export function runScript(
  command: string[],
  {
    cwd,
    env,
    show = false,
    drainMs = 0,
  }: { cwd: string; env: Record<string, string>; show?: boolean; drainMs?: number },
): Child {
  const output = show ? "inherit" : "pipe";
  const child = spawn(process.execPath, ["--import", PRELOAD, ...command], {
    cwd,
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...process.env,
      ...env,
      NEXT_TELEMETRY_DISABLED: "1",
      LECTERN_LAUNCHED: "1",
    },
    stdio: ["ignore", output, output, "ipc"],
    // The child has its own process group, so that Ctrl-C reaches only the launcher, which stops the parts in order.
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
  const ended = exited.then(() => false);
  const heard = () => Promise.race([once(child, "message").then(() => true), ended]);
  return {
    exited,
    ended: exited.then((exit) => `It ended with ${exit}.\n${kept.trim()}`),
    output: () => kept.trim(),
    heard,
    takeOver: (open) => takeOver(child, open, heard),
    tell: (message) => {
      // If the child is ending at this moment, the message is lost, which is harmless: `ended` reports the end.
      if (child.connected) child.send(message, () => {});
    },
    show: () => {
      isShown = true;
    },
    stop: () => stop(child, exited, drainMs + STOP_TIMEOUT_MS),
    kill: () => kill(child),
  };
}

async function takeOver(
  child: ChildProcess,
  open: () => Promise<Server>,
  heard: () => Promise<boolean>,
): Promise<boolean> {
  if (!(await heard())) return false;
  const server = await open();
  const listening = heard();
  // As in `tell`.
  child.send("listen", server, () => {});
  const isTaken = await listening;
  if (isTaken) server.close();
  return isTaken;
}

async function stop(child: ChildProcess, exited: Promise<unknown>, timeoutMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await Promise.race([exited, delay(timeoutMs, undefined, { ref: false })]);
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
