import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { readRest } from "../../../server/read-rest.ts";

const BODY = Buffer.alloc(8_000_000);

/** Sends requests with a body one after the other on one connection; returns the statuses of their answers. */
async function sendInTurn(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  count: number,
) {
  const server = createServer((request, response) => {
    readRest(request, response);
    handle(request, response);
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sockets = new Set();
  const statuses: unknown[] = [];
  for (let nth = 0; nth < count; nth++) {
    const sent = request({ host: "127.0.0.1", port, method: "POST", agent });
    sent.once("socket", (socket) => sockets.add(socket));
    sent.end(BODY);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    statuses.push(answer.statusCode);
    await once(answer.resume(), "end");
  }
  expect(sockets.size).toBe(1);
  return statuses;
}

/** Answers once some of the body was read, and reads no more of it. */
const refuseEarly =
  (read: (request: IncomingMessage) => void) => (request: IncomingMessage, response: ServerResponse) => {
    read(request);
    request.once("pause", () => response.writeHead(503).end());
  };

test.each<[string, (request: IncomingMessage) => void]>([
  ["a pipe", (request) => void request.pipe(new PassThrough())],
  ["a web stream", (request) => void Readable.toWeb(request)],
])("a connection goes on after an answer to a body of which %s has read a part", async (_kind, read) => {
  expect(await sendInTurn(refuseEarly(read), 3)).toEqual([503, 503, 503]);
});
