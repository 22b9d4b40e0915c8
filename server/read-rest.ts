import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Reads the rest of a request's body after its answer, so that the connection is free for the next request. Node does so
 * only for a body of which nothing was read; of any other the rest would wait until the connection is given up.
 */
export function readRest(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    request.unpipe();
    for (const event of ["data", "readable"]) request.removeAllListeners(event);
    request.resume();
  });
}
