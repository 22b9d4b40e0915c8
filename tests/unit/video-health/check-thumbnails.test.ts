import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkThumbnails } from "../../../lib/video-health/check-thumbnails.ts";

/** A stand-in for the picture host: the beginning of the video id determines its response. */
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  const [, id = ""] = /^\/vi\/([\w-]{11})\/mqdefault\.jpg$/.exec(request.url ?? "") ?? [];
  const times = asked.filter((entry) => entry.includes(id)).length;
  if (id.startsWith("hang")) return;
  if (id.startsWith("break")) return void request.socket.destroy();
  if (id.startsWith("gone")) response.statusCode = 404;
  if (id.startsWith("busy")) response.statusCode = times < 3 ? 429 : 200;
  if (id.startsWith("fail")) response.statusCode = 503;
  if (id.startsWith("move")) response.writeHead(302, { Location: "/elsewhere" });
  // The grey picture comes with 404; a host that sends it with 200 has the video.
  response.end();
});
let base: string;
const quick = () => ({ base, pauseMs: 1 });

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => void server.close().closeAllConnections());

const video = (kind: string, number = 0) => `${kind}${number}`.padEnd(11, "-");
const many = (kind: string, count: number) =>
  Array.from({ length: count }, (_, number) => video(kind, number));

test("each video's picture is asked for once and not fetched, and only 200 and 404 say something", async () => {
  const videos = [video("fine"), video("gone"), video("hang"), video("break"), video("move")];
  expect(await checkThumbnails(videos, [], { ...quick(), timeoutMs: 1_000 })).toEqual({
    found: [video("fine")],
    missing: [video("gone")],
  });
  expect(asked).toEqual(videos.map((id) => `HEAD /vi/${id}/mqdefault.jpg`));
});

test("a host without time is asked again later, each time after twice as long, and given up in the end", async () => {
  const began = performance.now();
  const answer = await checkThumbnails([video("busy"), video("fail")], [], { ...quick(), pauseMs: 4 });
  expect(answer).toEqual({ found: [video("busy")], missing: [] });
  expect(asked).toHaveLength(3 + 6);
  expect(performance.now() - began).toBeGreaterThan(4 + 8 + 16 + 4 + 8 + 16 + 32 + 64 + 128 - 10);
});

test.each(["gone", "break", "move"])(
  "nothing is found out once a fifth of the last hundred are bad: %s",
  async (kind) => {
    const lastAnswers: boolean[] = [];
    expect(
      await checkThumbnails([...many("fine", 90), ...many(kind, 19)], lastAnswers, quick()),
    ).not.toBeNull();
    expect(lastAnswers).toHaveLength(100);
    asked.length = 0;
    expect(await checkThumbnails(many(kind, 50), lastAnswers, quick())).toBeNull();
    expect(asked).toHaveLength(1);
  },
);
