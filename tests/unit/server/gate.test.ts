import { describe, expect, test } from "vitest";
import { refuse } from "../../../server/gate.ts";

const request = (url: string, method = "GET", headers: Record<string, string> = {}) => ({
  url,
  method,
  headers,
});
const statusOf = (...asked: Parameters<typeof request>) => refuse(request(...asked))?.status ?? 200;

test.each(["/", "/course/a%20b", "/search?q=100%25", "/search?q=%E2%82%AC&q=+", "/course/%2e%2e%2f"])(
  "the app sees %s",
  (url) => expect(statusOf(url)).toBe(200),
);

test.each(["/%", "/course/%zz", "/course/%ff", "/search?q=100%", "/search?q=%ED%A0%80", "/a?%00", "/%00"])(
  "an address that cannot be decoded or holds NUL is refused: %s",
  (url) => expect(statusOf(url)).toBe(400),
);

test.each([
  "/./search?q=a",
  "/x/../search",
  "/api/./auth/sign-up",
  "/api/x/%2E%2e/auth/sign-up",
  "/x\\..\\search",
  "/..",
  "http://evil.example/x",
  "/api/auth/sign-up#x",
  "/search#?q=a",
  "*",
  "",
])("an address with steps or a fragment, or of a server, is refused: %s", (url) =>
  expect(statusOf(url)).toBe(400),
);

test("an address with very many parameters is refused", () => {
  expect(statusOf(`/search?q=a${"&b".repeat(99)}`)).toBe(200);
  expect(statusOf(`/search?q=a${"&b".repeat(100)}`)).toBe(400);
});

test("dots that are no steps are let through", () => {
  for (const url of ["/course/...", "/course/.a", "/course/a..", "/search?q=/../", "/.well-known/x"])
    expect(statusOf(url), url).toBe(200);
});

test("pages and files are only read; the API decides by itself", () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]) {
    expect(refuse(request("/data/a.csv", method))).toMatchObject({
      status: 405,
      headers: { Allow: "GET, HEAD" },
    });
    expect(statusOf("/api/progress", method)).toBe(/TRACE|PROPFIND/.test(method) ? 405 : 200);
  }
  expect(statusOf("/", "HEAD")).toBe(200);
});

test("a state of the router that Next cannot read is refused", () => {
  const withState = (state: string) => statusOf("/tests?_rsc=x", "GET", { "next-router-state-tree": state });
  expect(withState(encodeURIComponent(JSON.stringify(["", { children: ["tests", {}] }])))).toBe(200);
  for (const state of ["zz", "", "%", "%7B%7D", '[""], [""]', "[]", '["",{"children":1}]', '["",{},1]'])
    expect(withState(state), state).toBe(400);
});

test("a websocket is refused, and any other upgrade is not taken", () => {
  expect(refuse(request("/", "GET", { upgrade: "WebSocket" }))).toMatchObject({
    status: 400,
    headers: { Connection: "close" },
  });
  expect(statusOf("/", "GET", { upgrade: "h2c" })).toBe(200);
});

describe("where the site's address is set", () => {
  const hosts = ["lectern.example.org", "localhost:3000", "127.0.0.1:80"];
  const isLetIn = (host?: string) => refuse(request("/", "GET", host ? { host } : {}), hosts) === null;

  test("requests name it, or this machine", () => {
    for (const host of [
      "lectern.example.org",
      "Lectern.Example.org",
      "lectern.example.org:443",
      "localhost:3000",
      "127.0.0.1",
    ])
      expect(isLetIn(host), host).toBe(true);
  });

  test("a foreign host is refused", () => {
    for (const host of [
      "example.org",
      "lectern.example.org.example.net",
      "lectern.example.org:8080",
      undefined,
    ])
      expect(isLetIn(host), host).toBe(false);
  });
});
