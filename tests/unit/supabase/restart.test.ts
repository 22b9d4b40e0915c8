import { afterEach, beforeEach, expect, test, vi } from "vitest";

let sendWithRetry: typeof import("../../../lib/supabase/restart.ts").sendWithRetry;
let isRepeatable: typeof import("../../../lib/supabase/restart.ts").isRepeatable;
let sent: number;

beforeEach(async () => {
  // This simulates a process that has sent no request yet.
  vi.resetModules();
  ({ sendWithRetry, isRepeatable } = await import("../../../lib/supabase/restart.ts"));
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearInterval", "performance"] });
  sent = 0;
});
afterEach(() => vi.useRealTimers());

const refused = () => Promise.reject(new TypeError("fetch failed"));
const answer = (status: number, body: object | string) =>
  Promise.resolve(new Response(typeof body === "string" ? body : JSON.stringify(body), { status }));

/** A response whose rest never arrives. */
async function cutOff() {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("[1,"));
    },
    pull: (controller) => controller.error(new TypeError("terminated")),
  });
  return new Response(body, { headers: { "Content-Type": "application/json; charset=utf-8" } });
}

/** Sends a request that `respond` answers; returns the outcome and how long it took. */
async function send(respond: () => Promise<Response>) {
  const started = performance.now();
  const outcome = sendWithRetry(() => {
    sent++;
    return respond();
  }).then(
    ({ status }) => status,
    (error: Error) => error.message,
  );
  let isOver = false;
  outcome.then(() => {
    isOver = true;
  });
  for (;;) {
    await vi.advanceTimersByTimeAsync(0);
    if (isOver) return { outcome: await outcome, ms: performance.now() - started };
    await vi.advanceTimersByTimeAsync(50);
  }
}

test.each<[string, () => Promise<Response>]>([
  ["refuses connections", refused],
  ["is behind a proxy that cannot reach it", () => answer(502, "<h1>Bad Gateway</h1>")],
  ["breaks off", () => answer(500, "Internal Server Error")],
  ["has no connection", () => answer(503, { code: "PGRST001", message: "Database client error" })],
  ["has lost its connection", () => answer(500, { code: "57P01", message: "terminating connection" })],
  ["has lost it, and is the embedded one", () => answer(503, { code: "PT503", message: "57P01: ended" })],
  ["breaks off in the middle of its answer", cutOff],
  [
    "lost it while it looked a function up",
    () => answer(404, { code: "PGRST202", message: "no such function" }),
  ],
])("a backend that %s for a moment is waited for", async (_what, respond) => {
  const backAt = performance.now() + 2000;
  const { outcome, ms } = await send(() => (performance.now() < backAt ? respond() : answer(200, [])));
  expect(outcome).toBe(200);
  expect(ms).toBeLessThan(3000);
  expect(sent).toBeGreaterThan(3);
});

test("after ten seconds visitors hear of an outage, at once from then on, until the backend is back", async () => {
  const first = await send(refused);
  expect(first.outcome).toBe("fetch failed");
  expect(first.ms).toBeGreaterThan(10_000);
  sent = 0;
  expect(await send(() => answer(503, {}))).toEqual({ outcome: 503, ms: 0 });
  expect(sent).toBe(1);
  expect((await send(() => answer(200, []))).outcome).toBe(200);
  expect((await send(refused)).ms).toBeGreaterThan(10_000);
});

test("a request that fails while others succeed is not waited for any longer", async () => {
  const others = setInterval(() => void sendWithRetry(() => answer(200, [])), 500);
  const { outcome, ms } = await send(() => answer(504, "<h1>Gateway Timeout</h1>"));
  clearInterval(others);
  expect(outcome).toBe(504);
  expect(ms).toBeGreaterThan(10_000);
  expect(ms).toBeLessThan(13_000);
});

test.each<[string, () => Promise<Response>]>([
  ["says that the request is wrong", () => answer(400, { code: "22P02", message: "invalid input" })],
  ["has a fault of its own", () => answer(500, { code: "42883", message: "function does not exist" })],
  ["refuses the token", () => answer(401, { code: 401, error_code: "bad_jwt", msg: "invalid JWT" })],
])("a backend that %s is asked once", async (_what, respond) => {
  expect((await send(respond)).ms).toBe(0);
  expect(sent).toBe(1);
});

test("a file is handed on while it comes in", async () => {
  const body = new ReadableStream();
  const headers = { "Content-Type": "text/csv" };
  expect((await sendWithRetry(async () => new Response(body, { headers }))).body).toBe(body);
});

test.each(["AbortError", "TimeoutError"])(
  "a request that ended by its signal, with %s, is not sent again",
  async (name) => {
    const calledOff = () => Promise.reject(new DOMException("The operation was aborted", name));
    expect((await send(calledOff)).ms).toBe(0);
    expect(sent).toBe(1);
  },
);

test("only what does no harm twice is sent twice", () => {
  const rest = "https://supabase.example.org/rest/v1";
  const post = (headers: Record<string, string> = {}) => ({ method: "POST", headers });
  expect(isRepeatable(`${rest}/lectures?select=id`)).toBe(true);
  expect(isRepeatable(`${rest}/rpc/course_progress`, post())).toBe(true);
  expect(isRepeatable(`${rest}/user_progress`, post({ Prefer: "resolution=merge-duplicates" }))).toBe(true);
  expect(isRepeatable(`${rest}/import_jobs`, post())).toBe(false);
  expect(isRepeatable(`${rest}/rpc/claim_import_job`, post())).toBe(false);
  const auth = "https://supabase.example.org/auth/v1";
  expect(isRepeatable(`${auth}/token?grant_type=refresh_token`, post())).toBe(true);
  expect(isRepeatable(`${auth}/token?grant_type=password`, post())).toBe(false);
  expect(isRepeatable(`${auth}/signup`, post())).toBe(false);
  expect(isRepeatable(`${rest}/lectures`, { method: "DELETE" })).toBe(false);
});
