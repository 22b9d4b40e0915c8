import type { ServerResponse } from "node:http";

/**
 * Has an answer leave in one piece with its headers, unless it is longer than the connection keeps back, 64 kB. Next sends
 * the headers first; where this process dies before the rest, a proxy that has passed them on can no longer ask another
 * server.
 */
export function sendInOnePiece(response: ServerResponse): void {
  const { socket } = response;
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  let isHeldBack = true;
  // Not the response itself: Node ends one that is held back before what was written last. Its end lets all of it go.
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
