import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Logs every path that was answered with 404. It listens to Node's server, because the prerendered 404 page
 * does not know the path, and a cached page is rendered only once for many requests.
 */
export function logUnknownPaths(): void {
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (response.statusCode !== 404 || request.url?.startsWith("/_next/")) return;
    // The query is left out: it may contain text that a visitor typed. JSON escapes line breaks, so a path cannot
    // forge a log line.
    console.warn(`404: nothing at ${JSON.stringify(request.url?.split("?")[0])}`);
  });
}
