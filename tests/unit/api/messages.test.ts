import { expect, test } from "vitest";
import { writtenMeanwhile } from "../../../lib/api/messages.ts";

test("of what another editor has written, the first 200 characters are told", () => {
  const told = (text: string) => /“(.*)”/.exec(writtenMeanwhile(text))?.[1];
  expect(told("a".repeat(200))).toBe("a".repeat(200));
  expect(told(`${"a".repeat(199)}😀😀`)).toBe(`${"a".repeat(199)}😀…`);
});
