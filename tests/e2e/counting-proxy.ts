import { forward } from "../forward.ts";
import { startLoopbackServer } from "../loopback-server.ts";

/** A proxy in front of a Supabase that records the calls, such as `GET /rest/v1/lectures`. */
export async function startCountingProxy(target: string) {
  const calls: string[] = [];
  const server = await startLoopbackServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", target);
    calls.push(`${incoming.method} ${url.pathname}`);
    forward(url, incoming, outgoing);
  });
  return { ...server, calls };
}
