import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands in front of a Supabase and notes the calls that reach it, as `GET /rest/v1/lectures`. */
export async function startCountingProxy(target: string) {
  const calls: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = "/" } = incoming;
    calls.push(`${method} ${url.split("?")[0]}`);
    const onward = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
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
