import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Logs every path that was answered with 404. Listens to Node's own server, because a page that
 * renders the 404 itself would be blank without JavaScript, and the prerendered one knows no path.
 */
export function logUnknownPaths(): void {
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (response.statusCode !== 404 || request.url?.startsWith("/_next/")) return;
    // As JSON, so that a path cannot forge a line of the log.
    console.warn(`404: nothing at ${JSON.stringify(request.url)}`);
  });
}
