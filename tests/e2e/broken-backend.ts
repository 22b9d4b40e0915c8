import type { ServerResponse } from "node:http";
import { forward } from "../forward.ts";
import { startLoopbackServer } from "../loopback-server.ts";

/** How the backend fails: the data service answers with an error, with half a response, or nothing answers at all. */
export type Fault = "error" | "half" | "away";

/** The Supabase of the tests, which fails for the holder of each token with the fault given for that token. */
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

/** These responses would make every user an administrator if the app read only their text and ignored the fault. */
function fail(fault: Fault | undefined, outgoing: ServerResponse): void {
  outgoing.writeHead(fault === "half" ? 200 : 500, { "content-type": "application/json" });
  outgoing.end(fault === "half" ? "[true" : "true");
}
