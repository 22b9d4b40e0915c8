import { describe, expect, test } from "vitest";
import { AnswerReader } from "../../../bench/answer-reader.ts";

const sized = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12\r\n3";
const chunked =
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1a\r\nabcdefghijklm\r\n0\r\n\r\nnopqrs\r\n4\r\nabcd\r\n0\r\n\r\n";
const empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
const broken = "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 1\r\n\r\nx";

describe("answers are counted however their bytes arrive", () => {
  const stream = Buffer.from(sized + chunked + empty + broken + chunked + sized);
  test.each([1, 2, 3, 7, 20, 64, 1000])("in pieces of %i bytes", (size) => {
    const reader = new AnswerReader();
    let ends = 0;
    for (let at = 0; at < stream.length; at += size) {
      if (reader.read(stream.subarray(at, at + size))) ends++;
    }
    expect(reader.answers).toBe(6);
    expect(reader.failed).toBe(1);
    expect(ends).toBeLessThanOrEqual(6);
  });
});

test("an answer that is not whole is not counted", () => {
  const reader = new AnswerReader();
  expect(reader.read(Buffer.from(chunked.slice(0, -1)))).toBe(false);
  expect(reader.answers).toBe(0);
  expect(reader.read(Buffer.from("\n"))).toBe(true);
});
