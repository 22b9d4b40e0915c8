import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { counters } from "../lib/counters.ts";
import { showsSecret } from "../lib/secrets.server.ts";
import { answer } from "./answer.ts";

type Counts = Record<string, number>;

/** The values that other modules provide for the metrics. */
type Sources = {
  /** The bearer token that is required to read the metrics. */
  token: string;
  routePattern: (url: string) => string;
  /** Counts the open connections. */
  countConnections: () => Promise<number>;
  /** Imports by state; null if the backend is unavailable. */
  countImports: () => Promise<Counts | null>;
  /** How often the launcher has restarted each part; empty if there is no launcher. */
  restarts: () => Counts;
};

/** A number with its labels. */
type Sample = readonly [labels: Record<string, string>, value: number];

/** In seconds: a cached page takes one or two milliseconds, an upload minutes. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const NO_TOKEN = {
  status: 401,
  message: "The metrics need a token.",
  headers: { "WWW-Authenticate": "Bearer" },
} as const;

/**
 * The metrics of this process for Prometheus. No label contains visitor input: routes are patterns, and all other
 * values are known beforehand.
 */
export function createMetrics({ token, routePattern, countConnections, countImports, restarts }: Sources) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const duration = new Histogram({
    name: "lectern_http_request_duration_seconds",
    help: "Time from a request to the end of its answer.",
    labelNames: ["route", "method", "status"],
    buckets: BUCKETS,
    registers,
  });
  const inFlight = new Gauge({
    name: "lectern_http_requests_in_flight",
    help: "Requests that are being answered.",
    registers,
  });
  const connections = new Gauge({
    name: "lectern_http_connections",
    help: "Connections to this server that are open.",
    registers,
  });
  const isBackendUp = new Gauge({
    name: "lectern_backend_up",
    help: "1 where the backend has answered this scrape, else 0; then there are no imports by state.",
    registers,
  });
  const imports = new Gauge({
    name: "lectern_import_jobs",
    help: "Imports by state, as the database has them.",
    labelNames: ["state"],
    registers,
  });

  /** Adds a counter whose values are stored elsewhere and read at each scrape. */
  const addCounter = (name: string, help: string, labelNames: string[], read: () => Sample[]) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.inc(labels, value);
      },
    });
  addCounter(
    "lectern_requests_refused_total",
    "Requests that were told to wait, by the rule and by what it counts by.",
    ["by", "rule"],
    () => byTwo("by", "rule", counters.refused),
  );
  addCounter(
    "lectern_page_cache_requests_total",
    "What the page cache was asked for: whole pages, and data that pages are made of.",
    ["kind", "result"],
    () => byTwo("kind", "result", counters.pageCache),
  );
  addCounter(
    "lectern_page_checks_total",
    "Questions to the database whether pages have changed.",
    ["result"],
    () => by("result", counters.pageChecks),
  );
  addCounter(
    "lectern_import_rows_total",
    "Rows that this process has imported, by what became of them.",
    ["result"],
    () => by("result", counters.importedRows),
  );
  addCounter(
    "lectern_restarts_total",
    "How often the launcher has started a part again since its own start.",
    ["part"],
    () => by("part", restarts()),
  );

  /** Measures the duration of a request and records its outcome. */
  function observe(request: IncomingMessage, response: ServerResponse): void {
    const { url = "", method = "" } = request;
    const started = performance.now();
    inFlight.inc();
    response.on("close", () => {
      inFlight.dec();
      const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : "aborted";
      duration
        .labels(routePattern(url), METHODS.includes(method) ? method : "other", status)
        .observe((performance.now() - started) / 1000);
    });
  }

  /** Answers a request for the metrics. */
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!showsSecret(request.headers.authorization, token))
      return answer(response, request.url ?? "", NO_TOKEN);
    const [states, open] = await Promise.all([countImports().catch(() => null), countConnections()]);
    connections.set(open);
    isBackendUp.set(states ? 1 : 0);
    imports.reset();
    for (const [labels, value] of by("state", states ?? {})) imports.set(labels, value);
    const text = await registry.metrics();
    response.writeHead(200, { "Content-Type": registry.contentType, "Cache-Control": "no-store" });
    response.end(request.method === "HEAD" ? undefined : text);
  }

  return { observe, serve };
}

const by = (label: string, counts: Counts): Sample[] =>
  Object.entries(counts).map(([name, count]) => [{ [label]: name }, count]);

const byTwo = (outer: string, inner: string, groups: Record<string, Counts>): Sample[] =>
  Object.entries(groups).flatMap(([group, counts]) =>
    by(inner, counts).map(([labels, count]) => [{ [outer]: group, ...labels }, count] as const),
  );
