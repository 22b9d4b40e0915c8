import { forward } from "../forward.ts";
import { startLoopbackServer } from "../loopback-server.ts";

/**
 * Forwards requests to an API, but closes the connection without a response if the path of the request
 * contains `text`.
 */
export async function startBreakingProxy(target: string, text: string) {
  let broken = 0;
  const server = await startLoopbackServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (path.includes(text)) {
      broken++;
      incoming.socket.destroy();
    } else forward(new URL(path, target), incoming, outgoing);
  });
  return {
    ...server,
    /** The number of requests whose connection was closed. */
    get broken() {
      return broken;
    },
  };
}
