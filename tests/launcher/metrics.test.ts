import { readFile, rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../free-port.ts";
import { type Launch, launch } from "../launch.ts";
import { longTest } from "../long-test.ts";
import { metricNames, sample } from "../metrics.ts";
import { copyEmptyInstallation } from "../prepared-installations.ts";
import { childOf } from "../processes.ts";
import { root } from "../run.ts";
import { watchPackages } from "./loaded-packages.ts";
import { signInAsAdmin } from "./people.ts";

const TOKEN = "a-token-that-is-long-enough";
let dataDir: string;
let product: Launch;
let address: string;
let packages: Awaited<ReturnType<typeof watchPackages>>;

beforeAll(async () => {
  dataDir = await copyEmptyInstallation();
  packages = await watchPackages(dataDir);
  product = launch({
    ...packages.settings,
    LECTERN_DATA_DIR: dataDir,
    LECTERN_SEED: "none",
    LECTERN_METRICS_TOKEN: TOKEN,
    LECTERN_PAGE_CHECK_MS: "0",
    PORT: String(await freePort()),
  });
  address = await product.ready;
});
afterAll(async () => {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const scrape = async () =>
  (await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
const read = async (name: string, labels?: Record<string, string>) => sample(await scrape(), name, labels);
const visit = async (path: string, init?: RequestInit) => {
  const answer = await fetch(address + path, init);
  await answer.text();
  return answer;
};

test("without the token nothing is told", async () => {
  const answer = await visit("/metrics");
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([401, "no-store"]);
});

test("requests are told by the patterns of the build's routes", async () => {
  await visit("/course/ada@example.org?q=private");
  await visit("/api/health");
  await visit("/no/such/page");
  const text = await scrape();
  const count = (route: string, status: string) =>
    sample(text, "lectern_http_request_duration_seconds_count", { route, method: "GET", status });
  expect(count("/course/[courseId]", "4xx")).toBe(1);
  expect(count("/api/health", "2xx")).toBe(1);
  expect(count("other", "4xx")).toBe(1);
  expect(text).not.toMatch(/ada|private|no\/such/);
});

test("what the page cache was asked for is told, with its checks", async () => {
  const results = async () => {
    const text = await scrape();
    const asked = (result: string) =>
      sample(text, "lectern_page_cache_requests_total", { kind: "page", result }) ?? 0;
    const checks = sample(text, "lectern_page_checks_total", { result: "answered" }) ?? 0;
    return { hit: asked("hit"), miss: asked("miss"), checks };
  };
  const checksAfter = async (path: string) => {
    await visit(path);
    return (await results()).checks;
  };
  // The first answered check makes every page render again; a busy database may not answer in time.
  await expect.poll(() => checksAfter("/")).toBeGreaterThan(0);
  const [first, , second] = [await results(), await visit("/subjects"), await results()];
  expect(second.miss).toBeGreaterThan(first.miss);
  await visit("/subjects");
  expect(await results()).toMatchObject({ miss: second.miss, hit: second.hit + 1 });
  await expect.poll(() => checksAfter("/subjects")).toBeGreaterThan(second.checks);
});

test("requests that were told to wait are told by their rule", async () => {
  const refused = () => read("lectern_requests_refused_total", { by: "address", rule: "sitemap" });
  expect(await refused()).toBe(0);
  const answers = await Promise.all(Array.from({ length: 125 }, () => visit("/sitemap.xml")));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect(await refused()).toBe(5);
});

test("attempts to sign in that were told to wait are told too", async () => {
  const headers = { origin: address, "content-type": "application/json" };
  const body = JSON.stringify({ email: "nobody@example.org", password: "not the password" });
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < 20)
    statuses.push((await visit("/api/auth/sign-in", { method: "POST", headers, body })).status);
  expect(await read("lectern_requests_refused_total", { by: "attempts", rule: "sign-in" })).toBe(1);
});

test("imports are told by their state, with their rows", async () => {
  const cookies = await signInAsAdmin(address, dataDir, "admin@example.org");
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const csv = await readFile(`${root}tests/fixtures/csv/messy.csv`, "utf8");
  const headers = { origin: address, "content-type": "application/json", cookie };
  const body = JSON.stringify({ csvContent: csv });
  expect((await visit("/api/import-csv", { method: "POST", headers, body })).status).toBe(200);
  await expect.poll(() => read("lectern_import_jobs", { state: "completed" })).toBe(1);
  expect(await read("lectern_import_rows_total", { result: "inserted" })).toBeGreaterThan(0);
  expect(await read("lectern_import_jobs", { state: "processing" })).toBe(0);
});

test("the dashboard shows what is told, and asks for nothing else", async () => {
  const dashboard = await readFile(`${root}deploy/grafana.json`, "utf8");
  const shown = new Set(dashboard.match(/\b(?:lectern|process|nodejs)_\w+/g));
  const told = metricNames(await scrape());
  expect([...shown].filter((name) => !told.has(name))).toEqual([]);
  const ours = [...told].filter((name) => name.startsWith("lectern_"));
  expect(ours.filter((name) => !shown.has(name))).toEqual([]);
});

const partId = (script: string) => childOf(product.process.pid as number, script).pid;

test("a backend that does not answer is told, and what only it knows is left out", async () => {
  const backend = partId("backend.ts");
  // From now on the page is cached and needs no backend.
  await visit("/");
  process.kill(backend, "SIGSTOP");
  try {
    await visit("/");
    const text = await scrape();
    expect(sample(text, "lectern_backend_up")).toBe(0);
    expect(sample(text, "lectern_import_jobs", { state: "completed" })).toBeUndefined();
    expect(sample(text, "lectern_page_checks_total", { result: "failed" })).toBeGreaterThan(0);
  } finally {
    process.kill(backend, "SIGCONT");
  }
  await expect.poll(() => read("lectern_backend_up")).toBe(1);
});

longTest(
  "parts that were started again are told, by the app that lived on and by the one that came",
  async () => {
    const restarts = async () => {
      const text = await scrape().catch(() => "");
      return ["app", "backend"].map((part) => sample(text, "lectern_restarts_total", { part }));
    };
    expect(await restarts()).toEqual([0, 0]);
    process.kill(partId("backend.ts"), "SIGKILL");
    await expect.poll(restarts).toEqual([0, 1]);
    await expect.poll(() => read("lectern_backend_up")).toBe(1);
    process.kill(partId("server/index.ts"), "SIGKILL");
    await expect.poll(restarts).toEqual([1, 1]);
  },
);

test("the package for metrics is loaded where there is a token", async () => {
  expect(await packages.loaded()).toEqual(["prom-client"]);
});
