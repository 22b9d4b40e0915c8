import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { answer } from "./answer.ts";

const NOT_THERE = {
  status: 503,
  message: "This site is starting. Please try again in a moment.",
  headers: { "Retry-After": "2", Connection: "close" },
} as const;

/**
 * Opens a server that answers every request with 503 while the app itself is not running.
 * @throws the error of `listen`, such as EADDRINUSE
 */
export async function openStandby({ host, port }: { host: string; port: number }): Promise<Server> {
  const server = createServer((request, response) => answer(response, request.url ?? "", NOT_THERE));
  server.listen(port, host);
  await once(server, "listening");
  return server;
}
