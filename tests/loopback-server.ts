import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export type LoopbackServer = { url: string; stop(): Promise<void> };

/** A server that only this machine can reach, on a free port by default. */
export async function startLoopbackServer(
  listener: RequestListener,
  { port = 0, name = "127.0.0.1" } = {},
): Promise<LoopbackServer> {
  const server = createServer(listener).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
