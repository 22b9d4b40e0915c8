import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The most requests of a connection that are worked on or wait. Browsers and proxies send one at a time. */
const REQUEST_LIMIT = 100;

/**
 * Creates a function that does the work of a connection's requests one after the other: a client may send thousands at
 * once and never read an answer (HTTP pipelining). Those that wait when the connection closes are dropped, and a
 * connection with too many is closed.
 */
export function createTurns() {
  const queues = new WeakMap<Socket, { length: number; last: Promise<void> }>();
  return (request: IncomingMessage, response: ServerResponse, work: () => Promise<void>): void => {
    const { socket } = request;
    if (socket.destroyed) return;
    const queue = queues.get(socket) ?? { length: 0, last: Promise.resolve() };
    queues.set(socket, queue);
    if (queue.length === REQUEST_LIMIT) {
      socket.destroy();
      return;
    }
    const turn = async () => {
      if (!socket.destroyed) {
        const closed = new Promise<void>((resolve) => response.once("close", resolve));
        await work();
        await closed;
      }
      queue.length--;
    };
    queue.length++;
    queue.last = queue.length === 1 ? turn() : queue.last.then(turn);
  };
}
