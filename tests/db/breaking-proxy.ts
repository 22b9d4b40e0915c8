import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { forward } from "../forward.ts";

/**
 * Hands requests on to an API, but breaks the connection off, without an answer, for those whose path has
 * `text` in it.
 */
export async function startBreakingProxy(target: string, text: string) {
  let broken = 0;
  const server = createServer((incoming, outgoing) => {
    if (!incoming.url?.includes(text)) return forward(target, incoming, outgoing);
    broken++;
    incoming.socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests whose connection was broken off. */
    get broken() {
      return broken;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
