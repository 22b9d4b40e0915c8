import { expect, test } from "vitest";
import { safeNext } from "../../../lib/auth/safe-next.ts";

const attempts = [
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "//\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "/\u0000/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/%09/evil.example",
  "/%0a/evil.example",
  "/%0d%0a/evil.example",
  "/%2f%2fevil.example",
  "/%2fevil.example",
  "/%5cevil.example",
  "/%5c%5cevil.example",
  "%2f%2fevil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/./..//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "/%2e%2e//evil.example",
  "/a/%2e%2e//evil.example",
  "https://evil.example",
  "http://evil.example",
  "HTTPS://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:\\evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://evil.example/x",
  "//user@evil.example",
  "//evil.example:443",
  "//[::1]",
  "//0x7f000001",
  "//evil%2eexample",
  "/@evil.example",
  "/:80",
  "evil.example",
  "./evil.example",
  "",
  "?next=//evil.example",
  "#//evil.example",
  "/auth",
  "/auth/confirm?code=1",
  "/\u2028/evil.example",
  "/\u00a0/evil.example",
  "／／evil.example",
  "/／evil.example",
];

test(`none of ${attempts.length} attempts leaves the origin`, () => {
  expect(attempts.length).toBeGreaterThanOrEqual(50);
  for (const origin of ["https://lectern.example", "http://localhost:3000"]) {
    for (const attempt of attempts) {
      const next = safeNext(attempt);
      expect(new URL(next, `${origin}/auth`).origin, JSON.stringify(attempt)).toBe(origin);
      expect(next, JSON.stringify(attempt)).toMatch(/^\/(?![/\\])/);
    }
  }
});

test.each([
  ["/course/algebra", "/course/algebra"],
  ["/course/a%20b/3?x=1&y=%2F#top", "/course/a%20b/3?x=1&y=%2F#top"],
  ["/search?q=//evil.example", "/search?q=//evil.example"],
  [null, "/"],
  [undefined, "/"],
  ["/auth", "/"],
  ["/auth?next=/profile", "/"],
  ["/api/auth/sign-out", "/"],
  ["/x/../api/notes", "/"],
  ["/authors", "/authors"],
])("%j leads to %j", (next, path) => expect(safeNext(next)).toBe(path));
