import type { ServerResponse } from "node:http";

/**
 * Next allows shared caches to keep a page that is not there for a year; the next import may bring it. Where a page
 * itself says for how long, shorter than a day, it stays.
 */
export function keepNotFoundShort(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (status === 404 && /s-maxage=\d{5,}/.test(String(response.getHeader("cache-control") ?? "")))
      response.setHeader("Cache-Control", "public, max-age=0, s-maxage=60");
    return writeHead(status, ...rest);
  };
}
