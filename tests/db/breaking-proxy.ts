import { forward } from "../forward.ts";
import { startLoopbackServer } from "../loopback-server.ts";

/**
 * Hands requests on to an API, but breaks the connection off, without an answer, for those whose path has
 * `text` in it.
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
    /** Requests whose connection was broken off. */
    get broken() {
      return broken;
    },
  };
}
