import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { startLoopbackServer } from "../loopback-server.ts";

/** A call that reached the service. */
export type ServiceCall = { path: string; headers: IncomingMessage["headers"]; body: string };

/** A server on its own port that replaces Supabase; `answer` sends the responses. */
export async function startAuthService(answer: (call: ServiceCall, response: ServerResponse) => void) {
  const calls: ServiceCall[] = [];
  const server = await startLoopbackServer(async (request, response) => {
    const call = { path: request.url ?? "", headers: request.headers, body: await text(request) };
    calls.push(call);
    answer(call, response);
  });
  return { ...server, calls };
}

/** Answers with JSON. */
export function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
