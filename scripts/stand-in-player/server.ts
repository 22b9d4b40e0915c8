import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { standInDocument } from "./document.ts";

/** Serves a stand-in for YouTube's player at every path, for testing pages by hand; resolves with its origin. */
export async function startStandInPlayer(): Promise<{ url: string; stop(): Promise<void> }> {
  const body = standInDocument({ duration: 600, reportMs: 250, isSilent: false, hasControls: true });
  const server = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end(body));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => void server.close(),
  };
}
