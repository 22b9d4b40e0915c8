import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { parseArgs } from "node:util";
import next from "next";
import { inSeconds } from "../lib/auth/messages.ts";
import { CLIENT_ADDRESS_HEADER } from "../lib/client-address.ts";
import { answer } from "./answer.ts";
import { drainOnSignal } from "./drain.ts";
import { type Refusal, refuse } from "./gate.ts";
import { isJsonLog, logConsoleAsJson, withRequestLog } from "./json-log.ts";
import { createLimits, sessionOf } from "./limits.ts";
import { correctStatus } from "./page-status.ts";

// The built app behind Node's own server, as Next's custom server: what no page should have to think about is
// decided here, once, before Next sees a request. `npm start` runs it; `npm run dev` runs `next dev` instead.

const OPTIONS = {
  hostname: { type: "string" },
  port: { type: "string" },
  standby: { type: "boolean" },
} as const;
if (isJsonLog()) logConsoleAsJson();

const { values } = parseArgs({ options: OPTIONS });
const hostname = values.hostname ?? "127.0.0.1";
const port = Number(values.port ?? 3000);
const patienceMs = Number(process.env.LECTERN_DRAIN_SECONDS || 0) * 1000;
const hosts = process.env.LECTERN_HOSTS ? process.env.LECTERN_HOSTS.split(",") : undefined;

const app = next({ dev: false, hostname, port });
const handle = app.getRequestHandler();

const countRequest = createLimits();

const STOPPING = {
  status: 503,
  message: "This server is stopping.",
  headers: { "Retry-After": "5" },
} as const;

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = "" } = request;
  const refusal =
    (drain.hasBegun && url === "/api/ready" && STOPPING) || refuse(request, hosts) || (await brake(request));
  if (refusal) return answer(response, url, refusal);
  correctStatus(response, url);
  await handle(request, response);
}

async function brake({ url = "", method = "", headers }: IncomingMessage): Promise<Refusal | null> {
  const [path = ""] = url.split("?");
  // The header holds the visitor's address alone: instrumentation.ts sees to that before this code runs.
  const address = String(headers[CLIENT_ADDRESS_HEADER] ?? "unknown");
  const seconds = await countRequest(method, path, { address, session: sessionOf(headers.cookie) });
  return seconds === 0
    ? null
    : {
        status: 429,
        message: `Too many requests. Please try again in ${inSeconds(seconds)}.`,
        headers: { "Retry-After": String(seconds) },
      };
}

const server = createServer(
  // Next takes over the socket of a request with `Upgrade:` and never answers where no page matches. Nothing here
  // speaks another protocol, so such a request is one like any other (RFC 9110, 7.8).
  { shouldUpgradeCallback: () => false },
  (request, response) => {
    const start = () =>
      respond(request, response).catch((error) => {
        console.error(error);
        response.destroy();
      });
    if (isJsonLog()) withRequestLog(request, response, start);
    else start();
  },
);
const drain = drainOnSignal(server, () => app.close(), patienceMs);
await app.prepare();
if (values.standby) {
  // The launcher answers at the address, and hands it over now: earlier, this process would accept what it cannot
  // answer.
  process.send?.("prepared");
  const [, standby] = (await once(process, "message")) as [string, Server];
  server.listen(standby);
  process.send?.("listening");
} else server.listen(port, hostname);
