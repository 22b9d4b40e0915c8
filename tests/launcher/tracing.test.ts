import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type EmbeddedSupabase, startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { removeInstallation } from "../embedded/installation.ts";
import { freePort } from "../free-port.ts";
import { type LoopbackServer, startLoopbackServer } from "../loopback-server.ts";
import { copyEmptyInstallation } from "../preset-installation.ts";
import { type Launch, launch } from "../product.ts";
import { watchPackages } from "./loaded-packages.ts";

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean };
type Attribute = { key: string; value: Value };
type Span = {
  traceId: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status: { code: number };
};
type Batch = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] };

/** A collector for OTLP over HTTP, and the bodies that it received. */
let collector: LoopbackServer;
let bodies: string[] = [];
let dataDir: string;
/** The backend of every app in these tests. */
let backend: EmbeddedSupabase;
let product: Launch | undefined;

beforeAll(async () => {
  dataDir = await copyEmptyInstallation();
  backend = await startEmbeddedSupabase({ dataDir });
  collector = await startLoopbackServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    bodies.push(`${request.method} ${request.url} ${body}`);
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
});
afterEach(async () => {
  await product?.stop();
  bodies = [];
});
afterAll(async () => {
  await collector.stop();
  await backend.stop();
  await removeInstallation(dataDir);
});

async function start(settings: Record<string, string>): Promise<string> {
  const supabase = {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
  };
  product = launch({ ...supabase, LECTERN_SEED: "none", PORT: String(await freePort()), ...settings });
  return product.ready;
}

/** Stops the product, which then sends its remaining spans, and returns everything that the collector received. */
async function stopAndRead() {
  await product?.stop();
  const batches = bodies.map((body) => JSON.parse(body.slice(body.indexOf("{"))) as Batch);
  const resources = batches.flatMap(({ resourceSpans }) => resourceSpans);
  return {
    resources,
    spans: resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  };
}

const attributesOf = ({ attributes }: Pick<Span, "attributes">) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test("a traced request is sent with what it asked the backend for, and with nothing of its visitor", async () => {
  const packages = await watchPackages(dataDir);
  const address = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: "1",
    ...packages.settings,
  });
  const headers = {
    cookie: "lectern-session=a-secret",
    "user-agent": "a-browser",
    "x-forwarded-for": "192.0.2.7",
  };
  for (const path of ["/course/ada@example.org?q=private", "/no/such/page", "/search?q=private"])
    await (await fetch(address + path, { headers })).text();
  const body = JSON.stringify({ email: "ada@example.org", password: "not the password" });
  const json = { origin: address, "content-type": "application/json" };
  await fetch(`${address}/api/auth/sign-in`, { method: "POST", headers: { ...headers, ...json }, body });

  const { resources, spans } = await stopAndRead();
  expect(bodies[0]).toMatch(/^POST \/v1\/traces /);
  expect(attributesOf(resources[0]!.resource)).toMatchObject({ "service.name": "lectern" });
  const request = spans.find(({ name }) => name === "GET /course/[courseId]")!;
  expect(request.kind).toBe(2);
  expect(attributesOf(request)).toMatchObject({
    "http.method": "GET",
    "http.route": "/course/[courseId]",
    "http.status_code": 404,
  });
  const call = spans.find(({ name }) => name === "AppRender.fetch /rest/v1/rpc/course_page")!;
  expect(call.traceId).toBe(request.traceId);
  expect(spans.map(({ name }) => name)).toContain("POST /api/auth/sign-in");
  const sent = bodies.join("\n");
  for (const secret of [
    /ada(@|%40)/,
    /private/,
    /a-secret/,
    /a-browser/,
    /no\/such/,
    /192\.0\.2/,
    /127\.0\.0\.1|localhost/,
  ])
    expect(sent).not.toMatch(secret);
  expect(await packages.loaded()).toEqual(["@opentelemetry/exporter-trace-otlp-http"]);
});

test("one request in ten is traced, unless told otherwise, and a visitor cannot ask for a trace", async () => {
  const address = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const asked = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = { traceparent: `00-${asked}-00f067aa0ba902b7-01` };
  for (let time = 0; time < 300; time++) await (await fetch(`${address}/api/health`, { headers })).text();
  await (await fetch(address, { headers })).text();
  const { spans } = await stopAndRead();
  const traces = new Set(spans.map(({ traceId }) => traceId));
  expect(traces.size).toBeGreaterThan(3);
  expect(traces.size).toBeLessThan(90);
  expect([...traces]).not.toContain(asked);
});

test("a collector that is away is told of once, and keeps nothing from being answered", async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const address = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: nowhere, OTEL_TRACES_SAMPLER_ARG: "1" });
  const troubles = () =>
    product!.lines.filter((line) => line.includes("Traces cannot be sent at the moment"));
  expect((await fetch(`${address}/api/health`)).status).toBe(200);
  await expect.poll(troubles).toHaveLength(1);
  expect((await fetch(`${address}/api/health`)).status).toBe(200);
  await product?.stop();
  expect(troubles()).toHaveLength(1);
});
