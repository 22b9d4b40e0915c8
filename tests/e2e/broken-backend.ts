import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { forward } from "../forward.ts";

/** How the data service fails: it answers with an error, or with half of an answer. */
export type Fault = "error" | "half";

/** The Supabase of the tests with its auth service whole and its data service broken. */
export async function startBrokenBackend() {
  const { SUPABASE_URL = "" } = process.env;
  const backend = { fault: "error" as Fault };
  const server = createServer((incoming, outgoing) =>
    incoming.url?.startsWith("/auth/")
      ? forward(SUPABASE_URL, incoming, outgoing)
      : fail(backend.fault, outgoing),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return Object.assign(backend, { url, stop });
}

/** The answers would make everybody an administrator if only their text was read. */
function fail(fault: Fault, outgoing: ServerResponse): void {
  outgoing.writeHead(fault === "error" ? 500 : 200, { "content-type": "application/json" });
  outgoing.end(fault === "error" ? '[{"role":"admin"}]' : '{"role":"admin');
}
