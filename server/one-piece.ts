import type { ServerResponse } from "node:http";

/**
 * Sends a response in one piece with its headers, unless it is longer than the connection's buffer, 64 kB. Next sends
 * the headers first: if this process dies before the rest, a proxy that has passed them on can no longer ask another
 * server.
 */
export function sendInOnePiece(response: ServerResponse): void {
  const { socket } = response;
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  let isHeldBack = true;
  // Corks the socket, not the response: Node ends a corked response before its last write. `end` uncorks the socket.
  socket?.cork();
  response.write = (...args: unknown[]) => {
    const hasRoom = write(...args);
    if (!hasRoom && isHeldBack) {
      isHeldBack = false;
      socket?.uncork();
    }
    return hasRoom;
  };
}
