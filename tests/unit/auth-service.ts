import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A call that reached the service. */
export type ServiceCall = { path: string; headers: IncomingMessage["headers"]; body: string };

/** A server on a port of its own in the place of Supabase; `answer` says how it answers. */
export async function startAuthService(answer: (call: ServiceCall, response: ServerResponse) => void) {
  const calls: ServiceCall[] = [];
  const server = createServer(async (request, response) => {
    const call = { path: request.url ?? "", headers: request.headers, body: await text(request) };
    calls.push(call);
    answer(call, response);
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

/** Answers with JSON. */
export function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
