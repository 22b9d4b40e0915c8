import { once } from "node:events";
import { createServer } from "node:net";
import { SettingsError } from "../lib/env.ts";

/**
 * Checks that the app will be able to listen, before any slow stage of the start.
 * @throws {SettingsError} naming PORT or HOST
 */
export async function checkPort({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer();
  try {
    const listening = once(probe, "listening");
    probe.listen(port, host);
    await listening;
    probe.close();
    await once(probe, "close");
  } catch (error) {
    throw new SettingsError(explain(host, port, error as NodeJS.ErrnoException));
  }
}

function explain(host: string, port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === "EADDRINUSE") {
    return `PORT: ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`;
  }
  if (code === "EACCES")
    return `PORT: this user may not listen on ${port}. Ports from 1024 on are open to everyone.`;
  return `HOST: ${JSON.stringify(host)} is not an address of this machine (${message}).`;
}
