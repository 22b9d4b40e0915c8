import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

type Drain = { hasBegun: boolean };

/** How long open requests may take to finish after the server stops accepting new ones. */
const GRACE_MS = 8_000;

/**
 * Shuts this process down gracefully on SIGTERM and SIGINT. First it continues to answer for a while, so that a load
 * balancer that polls `/api/ready` sends visitors elsewhere; then it finishes open requests and closes the app.
 * @param drainMs the length of that while, in milliseconds
 */
export function drainOnSignal(server: Server, close: () => Promise<void>, drainMs: number): Drain {
  const drain: Drain = { hasBegun: false };
  const end = async () => {
    if (drain.hasBegun) return;
    drain.hasBegun = true;
    await delay(drainMs);
    const closed = new Promise((resolve) => server.close(resolve));
    await Promise.race([closed, delay(GRACE_MS, undefined, { ref: false })]);
    server.closeAllConnections();
    await close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
  return drain;
}
