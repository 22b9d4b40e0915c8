import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Hands requests on to an API, but breaks the connection off, without an answer, for those whose path has
 * `text` in it.
 */
export async function startBreakingProxy(target: string, text: string) {
  let broken = 0;
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (path.includes(text)) {
      broken++;
      incoming.socket.destroy();
      return;
    }
    const { method = "GET", headers } = incoming;
    const forward = request(new URL(path, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forward.on("error", () => outgoing.destroy());
    incoming.pipe(forward);
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
