import { expect, test } from "vitest";
import { isSameOrigin } from "../../../lib/api/same-origin.ts";

const site = "https://lectern.example";

function request(origin: string | null, host?: string, url = "http://0.0.0.0:3000/api/quiz/answer") {
  const headers = new Headers();
  if (origin !== null) headers.set("origin", origin);
  if (host) headers.set("host", host);
  return new Request(url, { method: "POST", headers });
}

test.each([
  ["the address visitors use, behind a proxy", "https://lectern.example", "127.0.0.1:3000"],
  ["the address visitors use, host passed on", "https://lectern.example", "lectern.example"],
  ["another name of this machine", "http://192.168.1.5:3000", "192.168.1.5:3000"],
  ["localhost", "http://localhost:3000", "localhost:3000"],
])("ours: %s", (_title, origin, host) => {
  expect(isSameOrigin(request(origin, host), site)).toBe(true);
});

test.each([
  ["another site", "https://evil.example", "lectern.example"],
  ["a site that has ours in its name", "https://lectern.example.evil.example", "lectern.example"],
  ["a subdomain", "https://a.lectern.example", "lectern.example"],
  ["another port", "https://lectern.example:8443", "lectern.example"],
  ["another port of this machine", "http://localhost:4000", "localhost:3000"],
  ["the same name without encryption", "http://lectern.example", "lectern.example"],
  ["no origin", null, "lectern.example"],
  ["an opaque origin", "null", "lectern.example"],
  ["no address at all", "lectern.example", "lectern.example"],
  ["another protocol", "ftp://lectern.example", "lectern.example"],
])("not ours: %s", (_title, origin, host) => {
  expect(isSameOrigin(request(origin, host), site)).toBe(false);
});

test("without a Host header the request's own address stands for it", () => {
  const address = "http://127.0.0.1:3000/api/quiz/answer";
  expect(isSameOrigin(request("http://127.0.0.1:3000", undefined, address), site)).toBe(true);
  expect(isSameOrigin(request("http://127.0.0.1:3001", undefined, address), site)).toBe(false);
});
