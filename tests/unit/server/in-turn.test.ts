import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createTurns } from "../../../server/in-turn.ts";

type Held = { path: string; answer: () => void; closed: Promise<unknown> };

/** A server that answers each request when it is told to, and a connection to it. */
async function openConnection() {
  const held: Held[] = [];
  let tell = () => {};
  const inTurn = createTurns();
  const server = createServer((request, response) =>
    inTurn(request, response, async () => {
      const closed = once(response, "close");
      held.push({ path: request.url ?? "", answer: () => response.end(request.url), closed });
      tell();
    }),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let received = "";
  socket.on("data", (text) => {
    received += text;
  });
  onTestFinished(async () => {
    socket.destroy();
    server.closeAllConnections();
    await once(server.close(), "close");
  });
  const ask = (...paths: string[]) =>
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(""));
  /** The request whose work has begun; waits for it. */
  const next = async (): Promise<Held> => {
    while (held.length === 0)
      await new Promise<void>((resolve) => {
        tell = resolve;
      });
    return held.shift()!;
  };
  return { port, socket, ask, next, held, received: () => received };
}

test("the requests of a connection are worked on one after the other, and answered in order", async () => {
  const { socket, ask, next, held, received } = await openConnection();
  ask("/a", "/b", "/c");
  for (const path of ["/a", "/b", "/c"]) {
    const request = await next();
    expect(request.path).toBe(path);
    expect(held).toEqual([]);
    request.answer();
  }
  ask("/d");
  (await next()).answer();
  while (!received().includes("/d")) await once(socket, "data");
  expect(received().match(/\/[a-d]/g)).toEqual(["/a", "/b", "/c", "/d"]);
});

test("a connection with very many requests is closed, and others are answered at once", async () => {
  const { port, socket, ask, next } = await openConnection();
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  ask(...Array.from({ length: 50_000 }, () => "/a"));
  await closed;
  await next();
  const other = connect(port, "127.0.0.1");
  onTestFinished(() => void other.destroy());
  other.write("GET /other HTTP/1.1\r\nHost: a\r\n\r\n");
  expect((await next()).path).toBe("/other");
});

test("requests that wait are dropped where their connection closes, and others are not kept waiting", async () => {
  const { port, socket, ask, next, held } = await openConnection();
  ask("/a", "/b", "/c");
  const first = await next();
  socket.destroy();
  await first.closed;
  const other = connect(port, "127.0.0.1");
  onTestFinished(() => void other.destroy());
  other.write("GET /other HTTP/1.1\r\nHost: a\r\n\r\n");
  const begun = await next();
  expect(begun.path).toBe("/other");
  expect(held).toEqual([]);
  begun.answer();
});
