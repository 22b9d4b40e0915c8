import { expect, test } from "vitest";
import { shortenUserAgent } from "../../../server/user-agent.ts";

test("a long name of a browser is cut, and others stay", () => {
  for (const [name, kept] of [
    ["Mozilla/5.0 (X11; Linux x86_64)", "Mozilla/5.0 (X11; Linux x86_64)"],
    ["a".repeat(15_000), "a".repeat(512)],
    [undefined, undefined],
  ] as const) {
    const headers = { "user-agent": name };
    shortenUserAgent(headers);
    expect(headers).toEqual({ "user-agent": kept });
  }
});
