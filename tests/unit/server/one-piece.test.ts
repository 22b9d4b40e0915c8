import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { sendInOnePiece } from "../../../server/one-piece.ts";
import { startLoopbackServer } from "../../loopback-server.ts";

/** Sends a request to a server that responds with `respond`. */
async function ask(respond: (response: ServerResponse) => unknown) {
  const server = await startLoopbackServer((_incoming, outgoing) => {
    sendInOnePiece(outgoing);
    respond(outgoing);
  });
  onTestFinished(() => server.stop());
  return request(server.url).end();
}

const answerOf = async (asked: ReturnType<typeof request>) =>
  (await once(asked, "response"))[0] as IncomingMessage;

test("of a short answer nothing arrives where the server ends in the middle of it", async () => {
  const asked = await ask((response) => {
    response.flushHeaders();
    response.write("the first half, ");
    response.socket?.destroy();
  });
  const outcome = once(asked, "response").then(
    () => "an answer",
    (error) => error.code,
  );
  expect(await outcome).toBe("ECONNRESET");
});

test("a short answer arrives whole", async () => {
  const answer = await answerOf(
    await ask((response) => {
      response.flushHeaders();
      response.write("the first half, ");
      setImmediate(() => {
        response.write("the second");
        response.end(".");
      });
    }),
  );
  expect(await text(answer)).toBe("the first half, the second.");
});

test("a long answer arrives as it is made", async () => {
  const arrived = Promise.withResolvers<void>();
  const piece = "x".repeat(100_000);
  const answer = await answerOf(
    await ask(async (response) => {
      if (!response.write(piece)) await once(response, "drain");
      await arrived.promise;
      response.end("the end");
    }),
  );
  arrived.resolve();
  expect((await text(answer)) === `${piece}the end`).toBe(true);
});
