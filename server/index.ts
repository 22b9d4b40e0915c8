import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { parseArgs, promisify } from "node:util";
import next from "next";
import { isSafe, isSameOrigin } from "../lib/api/same-origin.ts";
import { inSeconds } from "../lib/auth/messages.ts";
import { CLIENT_ADDRESS_HEADER } from "../lib/client-address.ts";
import { getAppEnv, getSiteUrl } from "../lib/env.ts";
import { securityHeaders } from "../lib/security-headers.ts";
import { answer } from "./answer.ts";
import { drainOnSignal } from "./drain.ts";
import { isApi, type Refusal, refuse } from "./gate.ts";
import { createTurns } from "./in-turn.ts";
import { isJsonLog, logConsoleAsJson, withRequestLog } from "./json-log.ts";
import { createLimits, createMissingPages, sessionOf } from "./limits.ts";
import { sendInOnePiece } from "./one-piece.ts";
import { asPage, createQueryRemover } from "./page-query.ts";
import { correctStatus } from "./page-status.ts";
import { readRest } from "./read-rest.ts";
import { tidyHeaders } from "./request-headers.ts";
import { createStaticFiles } from "./static-files.ts";

// The built app as Next's custom server, behind Node's own HTTP server. Rules that apply to all requests are enforced
// here, once, before Next sees a request. `npm start` runs it; `npm run dev` runs `next dev` instead.

const OPTIONS = {
  hostname: { type: "string" },
  port: { type: "string" },
  standby: { type: "boolean" },
} as const;
if (isJsonLog()) logConsoleAsJson();

const { values } = parseArgs({ options: OPTIONS });
const hostname = values.hostname ?? "127.0.0.1";
const port = Number(values.port ?? 3000);
const drainMs = Number(process.env.LECTERN_DRAIN_SECONDS || 0) * 1000;
const siteUrl = getSiteUrl();
const hosts = process.env.LECTERN_HOSTS ? process.env.LECTERN_HOSTS.split(",") : undefined;

const { metricsToken, tracing, supabaseUrl, secretKey } = getAppEnv();
// Starts before Next creates anything that could be traced.
const traces = await openTraces();

const app = next({ dev: false, hostname, port });
const handle = app.getRequestHandler();

const countRequest = createLimits();
const missingPages = createMissingPages();
const serveStaticFile = createStaticFiles(".next");
const withoutCachedQuery = createQueryRemover();

// The restart counts that the launcher has sent; empty if there is no launcher.
let restarts: Record<string, number> = {};
process.on("message", (message: { restarts?: typeof restarts }) => {
  restarts = message.restarts ?? restarts;
});

const metrics = await openMetrics();

// Longer than the 60 seconds for which most proxies keep an idle connection: a request must not meet it closing.
const KEEP_ALIVE_MS = 75_000;

const NO_METRICS = { status: 404, message: "There are no metrics here." } as const;

const STOPPING = {
  status: 503,
  message: "This server is stopping.",
  headers: { "Retry-After": "5" },
} as const;

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = "" } = request;
  // Answered before the gate: a scraper may use any host name for this server.
  if (url === "/metrics")
    return metrics ? metrics.serve(request, response) : answer(response, url, NO_METRICS);
  const refusal =
    (drain.hasBegun && url === "/api/ready" && STOPPING) ||
    refuse(request, hosts) ||
    (await refuseTooMany(request));
  if (refusal) return answer(response, url, refusal);
  // Here, because Next sends its own redirects, as from `/auth/`, without the headers of its configuration.
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  sendInOnePiece(response);
  tidyHeaders(request.headers);
  if (serveStaticFile(request, response)) return;
  correctStatus(response, url, () => void missingPages.count(pathOf(url), addressOf(request)));
  request.url = withoutCachedQuery(asPage(url), request.headers.rsc !== undefined);
  await handle(request, response);
}

/** The refusal of a visitor or an account that sends too many requests. */
async function refuseTooMany(request: IncomingMessage): Promise<Refusal | null> {
  const { url = "", method = "", headers } = request;
  // The app refuses it, and it takes nothing from its address: any page of the web can make its visitors send it.
  if (isApi(url) && !isSafe(method) && !isOfThisSite(headers)) return null;
  const [path, address] = [pathOf(url), addressOf(request)];
  const session = sessionOf(headers.cookie);
  const seconds =
    (await countRequest(method, path, { address, session })) || (await missingPages.wait(path, address));
  return seconds === 0
    ? null
    : {
        status: 429,
        message: `Too many requests. Please try again in ${inSeconds(seconds)}.`,
        headers: { "Retry-After": String(seconds) },
      };
}

const pathOf = (url: string) => url.split("?")[0] ?? "";

/** The visitor's address. The header contains nothing else: instrumentation.ts ensures that before this code runs. */
const addressOf = ({ headers }: IncomingMessage) => String(headers[CLIENT_ADDRESS_HEADER] ?? "unknown");

/** Whether the app may take a call for one of this site's own pages: without a host it decides by its own address. */
function isOfThisSite({ host, origin = "" }: IncomingMessage["headers"]): boolean {
  return !host || isSameOrigin({ headers: new Headers({ host, origin }), url: siteUrl }, siteUrl);
}

/** Starts tracing if a collector is configured; its code is loaded only then. */
async function openTraces() {
  if (!tracing) return undefined;
  const { startTracing } = await import("./tracing.ts");
  const { listPatterns, readRoutes } = await import("./route-pattern.ts");
  return startTracing({ ...tracing, routes: new Set(listPatterns(readRoutes())) });
}

/** Creates the metrics if a token is configured; their code is loaded only then. */
async function openMetrics() {
  if (!metricsToken) return undefined;
  const { createMetrics } = await import("./metrics.ts");
  const { createImportStates } = await import("./import-states.ts");
  const { createRoutePattern, readRoutes } = await import("./route-pattern.ts");
  return createMetrics({
    token: metricsToken,
    routePattern: createRoutePattern(readRoutes()),
    countConnections: () => promisify(server.getConnections.bind(server))(),
    countImports: createImportStates({ supabaseUrl, secretKey }),
    restarts: () => restarts,
  });
}

const inTurn = createTurns();
const server = createServer(
  // Next takes over the socket of a request with `Upgrade:` and never answers if no page matches. This server speaks
  // no other protocol, so it treats such a request like any other (RFC 9110, 7.8).
  { shouldUpgradeCallback: () => false, keepAliveTimeout: KEEP_ALIVE_MS },
  (request, response) => {
    inTurn(request, response, () => {
      metrics?.observe(request, response);
      readRest(request, response);
      const start = () =>
        respond(request, response).catch((error) => {
          console.error(error);
          response.destroy();
        });
      return isJsonLog() ? withRequestLog(request, response, start) : start();
    });
  },
);
const close = async () => {
  await app.close();
  await traces?.stop();
};
const drain = drainOnSignal(server, close, drainMs);
await app.prepare();
if (values.standby) {
  // Until now the launcher listens on the address; it hands its socket over only when asked, because this process
  // could not answer requests any earlier.
  process.send?.("prepared");
  const [, standby] = (await once(process, "message")) as [string, Server];
  server.listen(standby);
} else {
  server.listen(port, hostname);
  await once(server, "listening");
}
process.send?.("listening");
