import { setTimeout as delay } from "node:timers/promises";
import { type Attributes, context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import packageJson from "../package.json" with { type: "json" };

/** How long a collector may take for a batch of spans. */
const TIMEOUT_MS = 2_000;

/** Attributes of Next's spans that never contain visitor input. */
const KEPT = [
  "error.type",
  "http.method",
  "http.status_code",
  "next.fetch.cache_status",
  "next.rsc",
  "next.span_type",
];

type Options = {
  /** The base address of a collector that speaks OTLP by HTTP. */
  endpoint: string;
  /** The share of requests that are traced. */
  ratio: number;
  /** The patterns of the app's routes. */
  routes: ReadonlySet<string>;
};

/**
 * Sends Next's spans of requests to a collector. The `traceparent` header of a request is ignored: visitors do not
 * decide what is traced.
 * @returns a function that sends the remaining spans and ends the tracing
 */
export function startTracing({ endpoint, ratio, routes }: Options): { stop(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: TIMEOUT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": packageJson.name,
      "service.version": packageJson.version,
    }).merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withoutVisitors(exporter, routes),
        exportTimeoutMillis: TIMEOUT_MS,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return {
    stop: () =>
      Promise.race([provider.shutdown().catch(() => {}), delay(TIMEOUT_MS, undefined, { ref: false })]),
  };
}

/** Removes visitor input from spans, and warns once per outage when they cannot be sent. */
function withoutVisitors(exporter: SpanExporter, routes: ReadonlySet<string>): SpanExporter {
  let isTroubled = false;
  return {
    export: (spans, done) =>
      exporter.export(
        spans.map((span) => anonymous(span, routes)),
        (result) => {
          if (result.error && !isTroubled)
            console.warn("Traces cannot be sent at the moment:", result.error.message);
          isTroubled = result.error !== undefined;
          done(result);
        },
      ),
    shutdown: () => exporter.shutdown(),
  };
}

/** A span as it is sent: without names, texts and addresses that do not come from the code. */
function anonymous(span: ReadableSpan, routes: ReadonlySet<string>): ReadableSpan {
  const { attributes } = span;
  const kept: Attributes = {};
  for (const name of KEPT) kept[name] = attributes[name];
  const route = String(attributes["http.route"] ?? attributes["next.route"] ?? "");
  if (routes.has(route)) kept["http.route"] = route;
  const call = backendCall(String(attributes["http.url"] ?? ""));
  if (call) kept["url.template"] = call;
  const isRequest = attributes["next.span_type"] === "BaseServer.handleRequest";
  const parts = isRequest
    ? [attributes["http.method"], kept["http.route"]]
    : [attributes["next.span_type"] ?? "span", call];
  const { code } = span.status;
  return Object.create(span, {
    name: { value: parts.filter(Boolean).join(" ") },
    attributes: { value: kept },
    status: { value: { code } },
    // Events contain error messages.
    events: { value: [] },
    links: { value: [] },
  });
}

/** The path of a backend call, such as `/rest/v1/rpc/course_page`, without its arguments. */
const backendCall = (url: string) =>
  /^https?:\/\/[^/]+((?:\/(?:rest|auth|storage)\/v1)(?:\/rpc)?\/[a-z_-]+)(?=$|[/?])/.exec(url)?.[1];
