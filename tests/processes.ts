import { execFileSync, spawnSync } from "node:child_process";

type ProcessEntry = { pid: number; parent: number; uid: number; command: string };

/** Every process of this machine that is not a zombie. */
export function listProcesses(): ProcessEntry[] {
  const table = execFileSync("ps", ["-ww", "-A", "-o", "pid=,ppid=,uid=,stat=,args="], { encoding: "utf8" });
  return table.split("\n").flatMap((line) => {
    const [, pid, parent, uid, state, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return !state || state.startsWith("Z")
      ? []
      : [{ pid: Number(pid), parent: Number(parent), uid: Number(uid), command: command ?? "" }];
  });
}

export const childrenOf = (parent: number) => listProcesses().filter((entry) => entry.parent === parent);

/** The PostgreSQL server that a backend process has started. */
export function postgresOf(backendPid: number): ProcessEntry {
  return childOf(backendPid, "/postgres -D ");
}

/** The child of a process whose command line has some text in it. */
export function childOf(parent: number, text: string): ProcessEntry {
  const found = childrenOf(parent).find(({ command }) => command.includes(text));
  if (!found) throw new Error(`Process ${parent} has no child that runs ${text}.`);
  return found;
}

/** Whether a process runs and is not a zombie. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}
