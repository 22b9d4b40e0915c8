import type { ServerResponse } from "node:http";
import { securityHeaders } from "../lib/security-headers.ts";
import { isApi, type Refusal } from "./gate.ts";
import { messagePage } from "./message-page.ts";

/** Answers a request that the app does not see: JSON for the API, else a page that links home. */
export function answer(response: ServerResponse, url: string, { status, message, headers }: Refusal): void {
  const [type, body] = isApi(url)
    ? ["application/json", JSON.stringify({ message })]
    : ["text/html; charset=utf-8", messagePage(message)];
  response
    .writeHead(status, { ...securityHeaders, "Cache-Control": "no-store", "Content-Type": type, ...headers })
    .end(response.req.method === "HEAD" ? undefined : body);
}
