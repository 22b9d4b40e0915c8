import type { ServerResponse } from "node:http";
import { forward } from "../forward.ts";
import { startLoopbackServer } from "../loopback-server.ts";

/** How the data service fails: it answers with an error, or with half of an answer. */
export type Fault = "error" | "half";

/** The Supabase of the tests with its auth service whole and its data service broken. */
export async function startBrokenBackend() {
  const { SUPABASE_URL = "" } = process.env;
  const backend = { fault: "error" as Fault };
  const server = await startLoopbackServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", SUPABASE_URL);
    if (url.pathname.startsWith("/auth/")) forward(url, incoming, outgoing);
    else fail(backend.fault, outgoing);
  });
  return Object.assign(backend, server);
}

/** The answers would make every user an administrator if only their text was read. */
function fail(fault: Fault, outgoing: ServerResponse): void {
  outgoing.writeHead(fault === "error" ? 500 : 200, { "content-type": "application/json" });
  outgoing.end(fault === "error" ? "true" : "[true");
}
