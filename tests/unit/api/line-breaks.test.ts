import { expect, test } from "vitest";
import { withLineBreaksOf } from "../../../components/api/line-breaks.ts";

test("a text that a text area has changed by its line breaks alone is as it was", () => {
  const before = { description: "Two\r\nlines", name: "One\rtwo", subject: "A" };
  const typed = { description: "Two\nlines", name: "One\ntwo.", subject: "A" };
  expect(withLineBreaksOf(before, typed)).toEqual({ ...typed, description: "Two\r\nlines" });
});
