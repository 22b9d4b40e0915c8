import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { root } from "./run.ts";

/** A command of `scripts`, with its settings in the environment. */
export type Command = { script: string; args: string[]; settings: Record<string, string> };

/** The exit code of a command, and what it printed. */
export type Outcome = { code: number | null; output: string };

const HOST = fileURLToPath(new URL("command-host.ts", import.meta.url));

/** The environment of a command: its settings, and none of the machine's. */
export function environment(settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE = "" } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE, ...settings } as unknown as NodeJS.ProcessEnv;
}

/**
 * Starts a process that runs commands one after the other, because to start one for each takes longer than the command.
 * It has no terminal. Whether a command ends by itself shows only in a process of its own.
 */
export function startCommands() {
  const host = fork(HOST, { cwd: root, env: environment(), execArgv: [], stdio: ["ignore", 1, 2, "ipc"] });
  const exited = once(host, "exit");
  return {
    async run(command: Command): Promise<Outcome> {
      host.send(command);
      const ended = exited.then(() => Promise.reject(new Error("The process of the commands has ended.")));
      const [outcome] = await Promise.race([once(host, "message"), ended]);
      return outcome;
    },
    async stop(): Promise<void> {
      host.disconnect();
      await exited;
    },
  };
}
