import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedSupabase, startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { removeInstallation } from "../embedded/installation.ts";
import { freePort } from "../free-port.ts";
import { type Launch, launch } from "../launch.ts";
import { longTest } from "../long-test.ts";
import { type LoopbackServer, startLoopbackServer } from "../loopback-server.ts";
import { copyEmptyInstallation } from "../prepared-installations.ts";
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
/** The backend of both apps in these tests. */
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
afterAll(async () => {
  await product?.stop();
  await collector.stop();
  await backend.stop();
  await removeInstallation(dataDir);
});

/** Starts an app in place of the one before it, and forgets what the collector has received of that one. */
async function start(settings: Record<string, string>): Promise<string> {
  await product?.stop();
  bodies = [];
  const supabase = {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
  };
  product = launch({ ...supabase, LECTERN_SEED: "none", PORT: String(await freePort()), ...settings });
  return product.ready;
}

/** Everything that the collector has received. */
function received() {
  const batches = bodies.map((body) => JSON.parse(body.slice(body.indexOf("{"))) as Batch);
  const resources = batches.flatMap(({ resourceSpans }) => resourceSpans);
  return {
    resources,
    spans: resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  };
}

const attributesOf = ({ attributes }: Pick<Span, "attributes">) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

longTest(
  "one request in ten is traced, unless told otherwise, and a visitor cannot ask for a trace",
  async () => {
    const requests = 300;
    const address = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const asked = "4bf92f3577b34da6a3ce929d0e0e4736";
    const headers = { traceparent: `00-${asked}-00f067aa0ba902b7-01` };
    for (let time = 0; time < requests; time++)
      await (await fetch(`${address}/api/health`, { headers })).text();
    await (await fetch(address, { headers })).text();
    // What has not been sent is sent now.
    await product?.stop();
    const { spans } = received();
    const traces = new Set(spans.map(({ traceId }) => traceId));
    expect(traces.size).toBeGreaterThan(3);
    expect(traces.size).toBeLessThan(0.3 * requests);
    expect([...traces]).not.toContain(asked);
  },
);

describe("where every request is traced", () => {
  let packages: Awaited<ReturnType<typeof watchPackages>>;
  let address: string;

  beforeAll(async () => {
    packages = await watchPackages(dataDir);
    address = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: "1",
      ...packages.settings,
    });
  });

  test("a request is sent with what it asked the backend for, and with nothing of its visitor", async () => {
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

    await expect.poll(() => received().spans.map(({ name }) => name)).toContain("POST /api/auth/sign-in");
    const { resources, spans } = received();
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

  test("a collector that goes away is told of once, and keeps nothing from being answered", async () => {
    await collector.stop();
    const troubles = () =>
      product!.lines.filter((line) => line.includes("Traces cannot be sent at the moment"));
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
    await expect.poll(troubles).toHaveLength(1);
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
    await product?.stop();
    expect(troubles()).toHaveLength(1);
  });
});
