import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

type Drain = { hasBegun: boolean };

/** How long open requests may take to finish once no new ones are accepted. */
const GRACE_MS = 8_000;

/**
 * Ends this process in order on SIGTERM and SIGINT. For a while it goes on answering, so that a balancer that asks
 * `/api/ready` sends visitors elsewhere; then it answers what is open, and closes the app.
 * @param patienceMs how long that while is
 */
export function drainOnSignal(server: Server, close: () => Promise<void>, patienceMs: number): Drain {
  const drain: Drain = { hasBegun: false };
  const end = async () => {
    if (drain.hasBegun) return;
    drain.hasBegun = true;
    await delay(patienceMs);
    const closed = new Promise((resolve) => server.close(resolve));
    await Promise.race([closed, delay(GRACE_MS, undefined, { ref: false })]);
    server.closeAllConnections();
    await close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
  return drain;
}
