import { request as send } from "node:http";
import { afterAll, expect, test } from "vitest";
import { createMetrics } from "../../../server/metrics.ts";
import { startLoopbackServer } from "../../loopback-server.ts";
import { sample } from "../../metrics.ts";

const TOKEN = "a-token-that-is-long-enough";
let imports: Record<string, number> | null = { pending: 0, failed: 2 };
const metrics = createMetrics({
  token: TOKEN,
  routePattern: (url) => (url.startsWith("/course/") ? "/course/[courseId]" : "other"),
  countConnections: async () => 3,
  countImports: async () => imports,
  restarts: () => ({ app: 1, backend: 0 }),
});
const server = await startLoopbackServer((request, response) => {
  if (request.url === "/metrics") return void metrics.serve(request, response);
  metrics.observe(request, response);
  if (request.url === "/silent") return;
  response.writeHead(request.url === "/course/none" ? 404 : 200).end("an answer");
});
afterAll(() => server.stop());

const scrape = (authorization = `Bearer ${TOKEN}`, method = "GET") =>
  fetch(`${server.url}/metrics`, { method, headers: { authorization } });
const read = async () => (await scrape()).text();

test("who shows the token reads the metrics, which nobody keeps", async () => {
  const answer = await scrape();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.text()).toContain("nodejs_eventloop_lag_p99_seconds ");
  const head = await scrape(undefined, "HEAD");
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test.each(["", "Bearer", `Bearer ${TOKEN}s`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN])(
  "who shows %j instead reads nothing",
  async (authorization) => {
    const answer = await scrape(authorization);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).not.toContain("lectern_");
  },
);

test("requests are counted by route, method and class of status, and never by what visitors wrote", async () => {
  await (await fetch(`${server.url}/course/ada@example.org?q=private`)).text();
  await (await fetch(`${server.url}/course/none`, { method: "POST" })).text();
  await (await fetch(`${server.url}/made-up`, { method: "PROPFIND" })).text();
  const text = await read();
  const count = (route: string, method: string, status: string) =>
    sample(text, "lectern_http_request_duration_seconds_count", { route, method, status });
  expect(count("/course/[courseId]", "GET", "2xx")).toBe(1);
  expect(count("/course/[courseId]", "POST", "4xx")).toBe(1);
  expect(count("other", "other", "2xx")).toBe(1);
  expect(text).not.toMatch(/ada|private|made-up|PROPFIND/);
});

test("a request is in flight until it is answered or given up", async () => {
  const inFlight = async () => sample(await read(), "lectern_http_requests_in_flight");
  const given = send(`${server.url}/silent`).end();
  given.on("error", () => {});
  await expect.poll(inFlight).toBe(1);
  given.destroy();
  await expect.poll(inFlight).toBe(0);
  const labels = { route: "other", method: "GET", status: "aborted" };
  expect(sample(await read(), "lectern_http_request_duration_seconds_count", labels)).toBe(1);
});

test("imports are told as the database has them, and left out while it is away", async () => {
  const before = await read();
  expect(sample(before, "lectern_import_jobs", { state: "failed" })).toBe(2);
  expect(sample(before, "lectern_import_jobs", { state: "pending" })).toBe(0);
  expect(sample(before, "lectern_backend_up")).toBe(1);
  imports = null;
  const after = await read();
  expect(sample(after, "lectern_import_jobs", { state: "failed" })).toBeUndefined();
  expect(sample(after, "lectern_backend_up")).toBe(0);
  expect(sample(after, "lectern_restarts_total", { part: "app" })).toBe(1);
});
