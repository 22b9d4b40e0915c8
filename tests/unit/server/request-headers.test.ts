import { expect, test } from "vitest";
import { tidyHeaders } from "../../../server/request-headers.ts";

test("a long name of a browser is cut, and others stay", () => {
  for (const [name, kept] of [
    ["Mozilla/5.0 (X11; Linux x86_64)", "Mozilla/5.0 (X11; Linux x86_64)"],
    ["a".repeat(15_000), "a".repeat(512)],
    [undefined, undefined],
  ] as const) {
    const headers = { "user-agent": name };
    tidyHeaders(headers);
    expect(headers).toEqual({ "user-agent": kept });
  }
});

test("what a shared page or a whole file must not depend on is removed", () => {
  const headers = {
    range: "bytes=0-0",
    "content-security-policy": "script-src 'nonce-ada'",
    "content-security-policy-report-only": "script-src 'nonce-ada'",
    host: "localhost",
  };
  tidyHeaders(headers);
  expect(headers).toEqual({ host: "localhost" });
});
