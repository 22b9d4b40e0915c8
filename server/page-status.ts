import type { ServerResponse } from "node:http";
import { isApi } from "./gate.ts";

/**
 * What Next answers for pages that are not there, have moved or fail. It allows shared caches to keep the first two for
 * a year; the next import may bring such a page, and an undo take a move back. Where a page itself says for how long,
 * shorter than a day, it stays. A page that fails does so because the backend is away, and the visitor is to come back;
 * routes say for themselves. The browser's router takes a 404 for no answer, and could leave the page blank; what it has
 * asked for says itself what is not there.
 */
export function correctStatus(response: ServerResponse, url: string): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    // Next names the target of a move once for the page and once for the cache.
    const [location] = [response.getHeader("location") ?? []].flat();
    if (location !== undefined) response.setHeader("Location", String(location));
    const isGone = status === 404 || status === 308;
    if (isGone && /s-maxage=\d{5,}/.test(String(response.getHeader("cache-control") ?? "")))
      response.setHeader("Cache-Control", "public, max-age=0, s-maxage=60");
    if (status === 404 && /^text\/x-component/.test(String(response.getHeader("content-type") ?? "")))
      return writeHead(200, ...rest);
    if (status !== 500 || isApi(url)) return writeHead(status, ...rest);
    response.setHeader("Retry-After", "10");
    return writeHead(503, ...rest);
  };
}
