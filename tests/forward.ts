import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from "node:http";
import { request as requestHttps } from "node:https";

/** Forwards a request to a URL and returns its response. If the connection fails, the response is aborted. */
export function forward(
  url: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { host: _host, ...headers }: IncomingHttpHeaders = incoming.headers,
): void {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const onward = request(url, { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
}
