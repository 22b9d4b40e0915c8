import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { CORRECTION_BYTES } from "../../lib/corrections/schemas.ts";
import { QUIZ_FILE_BYTES } from "../../lib/quiz/messages.ts";
import { QUESTION_BYTES } from "../../lib/quiz/question-schema.ts";
import { type Nginx, startShippedProxy } from "./nginx.ts";
import { RecordingApp } from "./recording-app.ts";

const SHARED = { "Cache-Control": "s-maxage=31536000", "Content-Type": "text/html" };
const MEGABYTE = 1024 * 1024;

const app = new RecordingApp();
let proxy: Nginx;
let appUrl: string;

beforeAll(async () => {
  appUrl = await app.start();
  proxy = await startShippedProxy(appUrl);
});
afterAll(async () => {
  await proxy?.stop();
  await app.stop();
});
beforeEach(() => {
  app.requests.length = 0;
});

const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${proxy.url}${path}`, { headers });

/** The bodies of consecutive requests for one path, all within the same second of the clock. */
async function askInOneSecond(path: string, ...kinds: Record<string, string>[]): Promise<string[]> {
  for (;;) {
    const second = Math.floor(Date.now() / 1000);
    const bodies: string[] = [];
    for (const headers of kinds) bodies.push(await (await ask(path, headers)).text());
    if (Math.floor(Date.now() / 1000) === second) return bodies;
  }
}

const askTwice = (path: string) => askInOneSecond(path, {}, {});

describe("what the app is told", () => {
  test("the visitor's own address, whatever the request claims", async () => {
    const forged = {
      "X-Forwarded-For": "8.8.8.8",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
    };
    await ask("/api/auth/sign-in", forged);
    expect(app.requests[0]?.headers).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-host": new URL(proxy.url).host,
      "x-forwarded-proto": "http",
      host: new URL(proxy.url).host,
    });
  });

  test("gzip or nothing, of all the encodings a browser takes", async () => {
    for (const accepted of ["gzip, deflate, br, zstd", "br, GZIP;q=0.5", "br", "gzip;q=0, br", "identity"]) {
      await ask(`/course/${encodeURIComponent(accepted)}`, { "Accept-Encoding": accepted });
    }
    const told = app.requests.map(({ headers }) => headers["accept-encoding"]);
    expect(told).toEqual(["gzip", "gzip", undefined, undefined, undefined]);
  });
});

describe("what is kept", () => {
  test("a page that the app calls shared, and browsers are told to revalidate", async () => {
    app.answerWith(SHARED);
    const [first, second] = await askTwice("/course/shared");
    expect(second).toBe(first);
    expect((await ask("/course/shared")).headers.get("cache-control")).toBe(
      "public, max-age=0, must-revalidate",
    );
  });

  test.each([
    ["says private", { "Cache-Control": "private, s-maxage=10" }],
    ["says no-store", { "Cache-Control": "no-store, s-maxage=10" }],
    ["says nothing", { "Cache-Control": "" }],
    ["is for browsers alone", { "Cache-Control": "public, max-age=60" }],
    ["sets a cookie", { "Set-Cookie": "a=b" }],
  ])("nothing that %s", async (_, headers) => {
    app.answerWith({ ...SHARED, ...headers });
    const [first, second] = await askTwice(`/course/${encodeURIComponent(JSON.stringify(headers))}`);
    expect(second).not.toBe(first);
  });

  test.each([
    "/api/viewer",
    "/auth",
    "/auth/new-password",
    "/auth/confirm",
    "/admin-console",
    "/admin-console/users",
    "/search?q=a",
    "/tests?course=a",
    "/data/a.csv",
    "/unknown",
  ])("nothing of %s, even if the app called it shared", async (path) => {
    app.answerWith(SHARED);
    const [first, second] = await askTwice(path);
    expect(second).not.toBe(first);
  });

  test.each([
    ["Cookie", "lectern-signed-in=1"],
    ["Authorization", "Bearer token"],
  ])("nothing of a request with %s, and what is kept of others is not for it", async (header, value) => {
    app.answerWith(SHARED);
    const personal = { [header]: value };
    const bodies = await askInOneSecond(`/course/with-${header}`, personal, {}, personal);
    expect(new Set(bodies).size).toBe(3);
  });

  test("a slow app is asked once for a page that many request at once", async () => {
    app.answer = (_, response) => setTimeout(() => response.writeHead(200, SHARED).end("slow"), 200);
    const first = Math.floor(Date.now() / 1000);
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask("/course/slow")));
    for (const answer of answers) expect(await answer.text()).toBe("slow");
    // The app gets one request per second of the clock: usually at most two.
    expect(app.requests.length).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) - first + 1);
  });

  test("scripts and styles, as long as the app says", async () => {
    const immutable = "public, max-age=31536000, immutable";
    app.answerWith({ "Cache-Control": immutable, "Content-Type": "text/javascript" });
    const first = await ask("/_next/static/chunks/a.js");
    const second = await ask("/_next/static/chunks/a.js");
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get("cache-control")).toBe(immutable);
  });
});

describe("what visitors send", () => {
  /** Sends a request that announces a body of `bytes` bytes, and sends `sent` of them. */
  const send = (method: string, path: string, bytes: number, sent = Math.min(bytes, 1000)) => {
    const outgoing = request(`${proxy.url}${path}`, { method, headers: { "Content-Length": bytes } });
    outgoing.on("error", () => {});
    outgoing.write(Buffer.alloc(sent));
    return outgoing;
  };
  const statusOf = async (outgoing: ReturnType<typeof send>) => {
    const [response] = await once(outgoing, "response");
    outgoing.destroy();
    return response.statusCode;
  };

  test("a piece of a file for import reaches the app before its end has left the browser", async () => {
    const arrived = new Promise<number>((resolve) => {
      app.answer = (incoming) => incoming.once("data", (bytes: Buffer) => resolve(bytes.length));
    });
    const outgoing = send("PATCH", "/api/imports/upload/a", 6 * MEGABYTE);
    expect(await arrived).toBeGreaterThan(0);
    outgoing.destroy();
  });

  test.each([
    ["PATCH", "/api/imports/upload/a", 8 * MEGABYTE],
    ["POST", "/api/imports/upload-address", 257 * 1024],
    ["POST", "/api/import-csv", 12 * MEGABYTE],
    ["POST", "/api/quizzes/import", 4 * MEGABYTE],
    ["POST", "/api/auth/sign-in", 257 * 1024],
    ["POST", "/", 257 * 1024],
  ])("%s %s is refused with a body of %i bytes", async (method, path, bytes) => {
    expect(await statusOf(send(method, path, bytes))).toBe(413);
    expect(app.requests).toEqual([]);
  });

  test.each([
    ["/api/import-csv", 2 * MEGABYTE],
    ["/api/quizzes/import", QUIZ_FILE_BYTES],
    ["/api/quizzes/questions", QUESTION_BYTES],
    ["/api/corrections/lectures/delete", CORRECTION_BYTES],
    ["/api/imports", 100_000],
  ])("the largest body that the app takes at %s passes unchanged", async (path, bytes) => {
    app.answer = (incoming, response) => {
      let bytes = 0;
      incoming
        .on("data", (part: Buffer) => (bytes += part.length))
        .on("end", () => response.end(String(bytes)));
    };
    const answer = await fetch(`${proxy.url}${path}`, { method: "POST", body: "a".repeat(bytes) });
    expect(await answer.text()).toBe(String(bytes));
  });
});

/**
 * The distinct statuses of many requests, with as many in parallel as nginx has connections for. Ends early once one of
 * them is told to wait.
 */
async function askMany(url: string, method: string, count: number, headers: Record<string, string> = {}) {
  const statuses: number[] = [];
  const askOnce = async () => (await fetch(url, { method, headers })).status;
  while (statuses.length < count && !statuses.includes(429))
    statuses.push(...(await Promise.all(Array.from({ length: 45 }, askOnce))));
  return new Set(statuses);
}

test("one account may ask often for what costs much, and not use up what others at its address have", async () => {
  // A proxy whose rate limits have counted nothing yet.
  const fresh = await startShippedProxy(appUrl);
  onTestFinished(() => fresh.stop());
  for (const [path, method] of [
    ["/search?q=a", "GET"],
    ["/api/quiz/answer", "POST"],
  ] as const) {
    const askAs = (session: string, count: number) =>
      askMany(fresh.url + path, method, count, {
        cookie: `lectern-signed-in=1; lectern-session.0=${session}`,
      });
    expect(await askAs("ada", 45), path).toEqual(new Set([200]));
    expect(await askAs("ada", 135), path).toContain(429);
    expect(await askAs("emmy", 45), path).toEqual(new Set([200]));
    expect(await askMany(fresh.url + path, method, 45), path).toEqual(new Set([200]));
  }
});

test("one address may ask often for what costs much, and not without end", async () => {
  for (const [path, method, usual] of [
    ["/api/auth/sign-up", "POST", 45],
    ["/search?q=a", "GET", 180],
    ["/api/quiz/answer", "POST", 450],
    ["/sitemaps/lectures-1.xml", "GET", 45],
  ] as const) {
    expect(await askMany(proxy.url + path, method, usual), path).toEqual(new Set([200]));
    expect(await askMany(proxy.url + path, method, 2000), path).toContain(429);
  }
  expect((await ask("/")).status).toBe(200);
});
