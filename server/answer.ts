import type { ServerResponse } from "node:http";
import { securityHeaders } from "../lib/security-headers.ts";
import { isApi, type Refusal } from "./gate.ts";

/** Answers a request that the app does not see: JSON for the API, else a page that leads home. */
export function answer(response: ServerResponse, url: string, { status, message, headers }: Refusal): void {
  const [type, body] = isApi(url)
    ? ["application/json", JSON.stringify({ message })]
    : ["text/html; charset=utf-8", page(message)];
  response
    .writeHead(status, { ...securityHeaders, "Cache-Control": "no-store", "Content-Type": type, ...headers })
    .end(response.req.method === "HEAD" ? undefined : body);
}

/** @param message plain text without signs of HTML */
const page = (message: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${message}</title>
<style>
  body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 1rem; box-sizing: border-box;
    text-align: center; font: 1rem/1.5 system-ui, sans-serif }
</style>
<main>
  <h1>${message}</h1>
  <a href="/">Return to Home</a>
</main>
</html>
`;
