import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Creates a function that does the work of a connection's requests one after the other: a client may send thousands at
 * once and never read an answer (HTTP pipelining). Those that wait when the connection closes are dropped.
 */
export function createTurns() {
  const last = new WeakMap<Socket, Promise<void>>();
  return (request: IncomingMessage, response: ServerResponse, work: () => Promise<void>): void => {
    const { socket } = request;
    const turn = async () => {
      if (socket.destroyed) return;
      const closed = new Promise<void>((resolve) => response.once("close", resolve));
      await work();
      await closed;
    };
    const previous = last.get(socket);
    last.set(socket, previous ? previous.then(turn) : turn());
  };
}
