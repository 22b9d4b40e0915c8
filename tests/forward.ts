import { type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import { request as requestHttps } from "node:https";

/** Hands a request on to a server, and the server's answer back. A server that breaks off breaks the answer off. */
export function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const url = new URL(incoming.url ?? "/", target);
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const { host: _host, ...headers } = incoming.headers;
  const onward = request(url, { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
}
