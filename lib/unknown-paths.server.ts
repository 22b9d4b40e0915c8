import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Characters of a path that are logged, so that a stranger cannot fill the disk with a few requests. */
const LONGEST = 300;

/**
 * Logs every path that was answered with 404. It listens to Node's server, because the prerendered 404 page
 * does not know the path, and a cached page is rendered only once for many requests.
 */
export function logUnknownPaths(): void {
  // server/index.ts rewrites `request.url` for Next; the log names what was requested.
  const attempted = new WeakMap<IncomingMessage, string | undefined>();
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    attempted.set(request, request.url);
  });
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const url = attempted.get(request) ?? request.url;
    if (response.statusCode !== 404 || url?.startsWith("/_next/")) return;
    // The query is left out: it may contain text that a visitor typed. JSON escapes line breaks, so a path cannot
    // forge a log line.
    console.warn(`404: nothing at ${JSON.stringify(url?.split("?")[0]?.slice(0, LONGEST))}`);
  });
}
