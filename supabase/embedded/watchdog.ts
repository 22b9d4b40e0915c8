import { spawn } from "node:child_process";

/**
 * Ends a program of PostgreSQL if this process dies without stopping it, as after `kill -9`: a shell waits for the
 * end of a pipe that only this process keeps open, and the kernel closes the pipe.
 */
export function endWithThisProcess(pid: number): { dismiss(): void } {
  // SIGINT makes a server shut down fast, and `initdb` remove its files.
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
