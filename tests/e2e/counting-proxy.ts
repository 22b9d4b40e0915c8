import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { forward } from "../forward.ts";

/** Stands in front of a Supabase and notes the calls that reach it, as `GET /rest/v1/lectures`. */
export async function startCountingProxy(target: string) {
  const calls: string[] = [];
  const server = createServer((incoming, outgoing) => {
    calls.push(`${incoming.method} ${incoming.url?.split("?")[0]}`);
    forward(target, incoming, outgoing);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
