import type { Server } from "node:http";
import { type Settings, SettingsError } from "../lib/env.ts";
import { openStandby } from "../server/standby.ts";

/**
 * Listens on the app's address, before any slow stage of the start, and answers there until the app does.
 * @throws {SettingsError} that names PORT or HOST
 */
export async function listen({ host, port }: Pick<Settings, "host" | "port">): Promise<Server> {
  return openStandby({ host, port }).catch((error) => {
    throw new SettingsError(explain(host, port, error as NodeJS.ErrnoException));
  });
}

function explain(host: string, port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === "EADDRINUSE") {
    return `PORT: ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`;
  }
  if (code === "EACCES")
    return `PORT: this user may not listen on ${port}. Ports from 1024 on are open to everyone.`;
  return `HOST: ${JSON.stringify(host)} is not an address of this machine (${message}).`;
}
