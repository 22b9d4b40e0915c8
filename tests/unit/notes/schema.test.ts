import { expect, test } from "vitest";
import { cleanBody } from "../../../lib/notes/body.ts";
import { noteSchema } from "../../../lib/notes/schema.ts";

const note = {
  recordId: 1,
  videoId: "abcdefghijk",
  courseName: "Mechanics",
  lectureName: "Vectors",
  seconds: 12,
  until: null,
  body: "text",
  createdAgo: 0,
  writtenAgo: 0,
};

test.each([
  ["as it is", {}, true],
  ["without a lecture or a video", { recordId: null, videoId: null }, true],
  ["with an end", { until: 13 }, true],
  ["that ends where it begins", { until: 12 }, false],
  ["before the beginning", { seconds: -1 }, false],
  ["within a second", { seconds: 1.5 }, false],
  ["longer than any video", { seconds: 360_000 }, false],
  ["with too long a text", { body: "x".repeat(5001) }, false],
  ["with the longest text", { body: "x".repeat(5000) }, true],
  ["of a video elsewhere", { videoId: "../../evil/" }, false],
  ["without the name of a lecture", { lectureName: " " }, false],
  ["with a sign that no database keeps", { courseName: "a\0b" }, false],
  ["of another account", { userId: "x" }, false],
])("a note %s is taken or not", (_what, more, isTaken) => {
  expect(noteSchema.safeParse({ ...note, ...more }).success).toBe(isTaken);
});

test("a text is kept as it was typed, without what cannot be seen", () => {
  expect(cleanBody("\n\n  a \t\r\nb\0\u0007c\r\r\r\rd  \ud800\n")).toBe("  a\nbc\n\nd  \ufffd");
  const once = cleanBody("a \n \n \n b\t\n");
  expect(once).toBe("a\n\n b");
  expect(cleanBody(once)).toBe(once);
});

test("spaces before a letter stay; with a time that grows with the square of their number it would not end", () => {
  const spaces = "\u3000".repeat(2_000_000);
  expect(cleanBody(`${spaces}x${spaces}\ny`)).toBe(`${spaces}x\ny`);
});
