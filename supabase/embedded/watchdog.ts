import { spawn } from "node:child_process";

/**
 * Has a program of PostgreSQL end when this process ends without seeing to it, as under `kill -9`.
 * A shell waits for the end of a pipe that only this process holds open: the kernel closes it.
 */
export function endWithThisProcess(pid: number): { dismiss(): void } {
  // SIGINT asks a server for a fast shutdown, and `initdb` to clear away what it made.
  const shell = spawn("/bin/sh", ["-c", `read -r dismissed || kill -INT ${pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
    detached: true,
  });
  shell.on("error", () => {});
  shell.stdin.on("error", () => {});
  shell.unref();
  return { dismiss: () => void shell.stdin.end("dismissed\n") };
}
