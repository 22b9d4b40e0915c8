import type { IncomingHttpHeaders } from "node:http";

/** The most characters of a browser's name: none has half as many. */
const LENGTH_LIMIT = 512;

/** Cuts a long `User-Agent`. Next tests it with a pattern whose time grows with the square of its length. */
export function shortenUserAgent(headers: IncomingHttpHeaders): void {
  const name = headers["user-agent"];
  if (name !== undefined && name.length > LENGTH_LIMIT) headers["user-agent"] = name.slice(0, LENGTH_LIMIT);
}
