import type { ServerResponse } from "node:http";
import { forward } from "../forward.ts";
import { startLoopbackServer } from "../loopback-server.ts";

/** How the backend fails: its data service answers with an error or with half of an answer, or none of it answers. */
export type Fault = "error" | "half" | "away";

/** The Supabase of the tests, broken for the holder of each of these tokens in its way. */
export async function startBrokenBackend(faults: Record<string, Fault>) {
  const { SUPABASE_URL = "" } = process.env;
  return startLoopbackServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", SUPABASE_URL);
    const fault = faults[incoming.headers.authorization?.replace("Bearer ", "") ?? ""];
    if (fault === "away") incoming.socket.destroy();
    else if (url.pathname.startsWith("/auth/")) forward(url, incoming, outgoing);
    else fail(fault, outgoing);
  });
}

/** The answers would make every user an administrator if only their text was read. */
function fail(fault: Fault | undefined, outgoing: ServerResponse): void {
  outgoing.writeHead(fault === "half" ? 200 : 500, { "content-type": "application/json" });
  outgoing.end(fault === "half" ? "[true" : "true");
}
