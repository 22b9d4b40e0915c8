import { expect, test } from "vitest";
import { networkOf } from "../../../lib/client-network.ts";
import { counters } from "../../../lib/counters.ts";
import { createLimits, createMissingPages, sessionOf } from "../../../server/limits.ts";

const RULES = [
  { name: "sign-up", method: "POST", path: /^\/up$/, requests: 3, seconds: 120 },
  { name: "search", method: "GET", path: /^\/search$/, requests: 4, seconds: 120, byAccount: 2 },
] as const;

const visitor = (address: string) => ({ address, session: null });

test("an address that asks too often waits, for one kind of request alone", async () => {
  const count = createLimits(RULES);
  const ask = (address: string) => count("POST", "/up", visitor(address));
  expect([await ask("1.2.3.4"), await ask("1.2.3.4"), await ask("1.2.3.4")]).toEqual([0, 0, 0]);
  const wait = await ask("1.2.3.4");
  expect(wait).toBeGreaterThan(100);
  expect(wait).toBeLessThanOrEqual(120);
  expect(await ask("1.2.3.5")).toBe(0);
  expect(await count("GET", "/search", visitor("1.2.3.4"))).toBe(0);
  expect(await count("GET", "/up", visitor("1.2.3.4"))).toBe(0);
  expect(await count("POST", "/other", visitor("1.2.3.4"))).toBe(0);
});

test("an account that asks too often waits, at each of its addresses, and takes nothing from others there", async () => {
  const count = createLimits(RULES);
  const ask = (session: string | null, address = "1.2.3.4") => count("GET", "/search", { address, session });
  expect([await ask("ada"), await ask("ada", "1.2.3.5")]).toEqual([0, 0]);
  for (const address of ["1.2.3.4", "1.2.3.5", "1.2.3.6"])
    expect(await ask("ada", address)).toBeGreaterThan(100);
  expect([await ask("emmy"), await ask("emmy"), await ask(null)]).toEqual([0, 0, 0]);
  // The address has now used its whole limit.
  expect(await ask("mary")).toBeGreaterThan(100);
});

test("what waits is counted by rule, and by what it counts by", async () => {
  const before = structuredClone(counters.refused);
  const count = createLimits(RULES);
  const ask = (session: string | null) => count("GET", "/search", { address: "1.2.3.4", session });
  for (let time = 0; time < 5; time++) await ask("ada");
  for (let time = 0; time < 4; time++) await ask(null);
  expect(counters.refused).toEqual({
    ...before,
    account: { ...before.account, search: before.account.search + 3 },
    address: { ...before.address, search: before.address.search + 2 },
  });
});

test("an address that asks for too many catalogue pages that do not exist waits for the next one", async () => {
  const missing = createMissingPages({ pages: 2, seconds: 120 });
  for (const path of ["/subjects/99", "/none", "/course/none/1"]) {
    expect(await missing.wait("/course/algebra", "1.2.3.4"), path).toBe(0);
    await missing.count(path, "1.2.3.4");
  }
  expect(await missing.wait("/course/algebra", "1.2.3.4")).toBeGreaterThan(100);
  expect(await missing.wait("/course/algebra", "1.2.3.5")).toBe(0);
  expect(await missing.wait("/planner", "1.2.3.4")).toBe(0);
});

test("asking for the head alone counts like asking for the whole", async () => {
  const count = createLimits(RULES);
  const waits: number[] = [];
  for (const method of ["GET", "HEAD", "HEAD", "GET", "HEAD"])
    waits.push(await count(method, "/search", visitor("1.2.3.4")));
  expect(waits.slice(0, 4)).toEqual([0, 0, 0, 0]);
  expect(waits[4]).toBeGreaterThan(100);
});

const written = (session: object) => {
  const whole = { refresh_token: "r", expires_at: 9e9, ...session };
  return `base64-${Buffer.from(JSON.stringify(whole)).toString("base64url")}`;
};

test("a session is told from others by what its token says, however its cookies are written", () => {
  const session = written({ access_token: "head.ada.sign" });
  const one = sessionOf(`lectern-signed-in=1; lectern-session=${session}`);
  expect(one).not.toBeNull();
  for (const same of [
    `lectern-session.0=${session.slice(0, 20)}; lectern-session.1=${session.slice(20)}`,
    `lectern-session=anything; lectern-session=${session}`,
    `lectern-session=${session}; lectern-session.0=anything`,
    `lectern-session=${session.replace("b", "%62")}`,
    `lectern-session=${written({ more: 1, access_token: "head.ada.sigo" })}`,
  ])
    expect(sessionOf(same)).toBe(one);
  expect(sessionOf(`lectern-session=${written({ access_token: "head.emmy.sign" })}`)).not.toBe(one);
  for (const none of [
    undefined,
    "",
    "lectern-signed-in=1",
    `other-lectern-session=${session}`,
    "lectern-session=; a=b",
    "lectern-session=base64-%%%",
    `lectern-session=${written({})}`,
  ])
    expect(sessionOf(none)).toBeNull();
});

test("a class of forty behind one address signs up, searches and answers a quiz", async () => {
  const count = createLimits();
  const waits: number[] = [];
  for (let learner = 0; learner < 40; learner++) {
    const sender = { address: "10.0.0.1", session: `learner ${learner}` };
    waits.push(await count("POST", "/api/auth/sign-up", visitor("10.0.0.1")));
    for (let key = 0; key < 10; key++) waits.push(await count("GET", "/search", sender));
    for (let question = 0; question < 15; question++)
      waits.push(await count("POST", "/api/quiz/answer", sender));
  }
  expect(Math.max(...waits)).toBe(0);
});

test.each(["/search", "/tests", "/api/courses"])(
  "an account opens %s sixty times in ten seconds",
  async (path) => {
    const count = createLimits();
    const ask = () => count("GET", path, { address: "10.0.0.1", session: "ada" });
    for (let time = 0; time < 60; time++) expect(await ask()).toBe(0);
    expect(await ask()).toBeGreaterThan(0);
  },
);

test("an address downloads 120 preset files a minute", async () => {
  const count = createLimits();
  const ask = () => count("GET", "/data/Master_-_Lectern-4.csv", visitor("10.0.0.1"));
  for (let time = 0; time < 120; time++) expect(await ask()).toBe(0);
  expect(await ask()).toBeGreaterThan(30);
});

test.each(["notes", "lectures", "quizzes"])(
  "an account exports its %s twelve times a minute",
  async (what) => {
    const count = createLimits();
    const ask = () => count("GET", `/api/${what}/export`, { address: "10.0.0.1", session: "ada" });
    for (let time = 0; time < 12; time++) expect(await ask()).toBe(0);
    expect(await ask()).toBeGreaterThan(30);
  },
);

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0db8:0001:0002::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["unknown", "unknown"],
])("%s is counted as %s", (address, network) => expect(networkOf(address)).toBe(network));
