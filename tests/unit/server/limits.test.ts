import { expect, test } from "vitest";
import { createLimits, networkOf } from "../../../server/limits.ts";

const RULES = [
  { method: "POST", path: /^\/up$/, requests: 3, seconds: 120 },
  { method: "GET", path: /^\/search$/, requests: 2, seconds: 120 },
] as const;

test("an address that asks too often waits, for one kind of request alone", async () => {
  const count = createLimits(RULES);
  const ask = (address: string) => count("POST", "/up", address);
  expect([await ask("1.2.3.4"), await ask("1.2.3.4"), await ask("1.2.3.4")]).toEqual([0, 0, 0]);
  const wait = await ask("1.2.3.4");
  expect(wait).toBeGreaterThan(100);
  expect(wait).toBeLessThanOrEqual(120);
  expect(await ask("1.2.3.5")).toBe(0);
  expect(await count("GET", "/search", "1.2.3.4")).toBe(0);
  expect(await count("GET", "/up", "1.2.3.4")).toBe(0);
  expect(await count("POST", "/other", "1.2.3.4")).toBe(0);
});

test("a class of forty behind one address signs up and searches", async () => {
  const count = createLimits();
  const waits: number[] = [];
  for (let learner = 0; learner < 40; learner++) {
    waits.push(await count("POST", "/api/auth/sign-up", "10.0.0.1"));
    for (let key = 0; key < 10; key++) waits.push(await count("GET", "/search", "10.0.0.1"));
  }
  expect(Math.max(...waits)).toBe(0);
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0db8:0001:0002::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["unknown", "unknown"],
])("%s is counted as %s", (address, network) => expect(networkOf(address)).toBe(network));
