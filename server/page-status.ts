import type { ServerResponse } from "node:http";
import { isApi } from "./gate.ts";

/**
 * Corrects Next's responses for pages that do not exist, have moved or fail. Next lets shared caches keep the first
 * two for a year, although the next import may add the page and an undo may revert the move; a time below 10,000
 * seconds, set by the page itself, stays. A page fails if the backend is unavailable, so visitors get a 503 and
 * should retry; API routes set their own status. The browser's router treats a 404 as no response and may leave the
 * page blank, so it gets a 200, whose content says what was not found.
 * @param onMissing called if the page does not exist
 */
export function correctStatus(response: ServerResponse, url: string, onMissing: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    // Next sets the target of a redirect twice, once for the page and once for the cache.
    const [location] = [response.getHeader("location") ?? []].flat();
    if (location !== undefined) response.setHeader("Location", String(location));
    if (status === 404) onMissing();
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
