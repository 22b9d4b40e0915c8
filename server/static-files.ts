import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import sirv from "sirv";

const PREFIX = "/_next/static";
/** A year: the name of a file changes with its content. */
const CACHED = "public, max-age=31536000, immutable";

/**
 * Serves the scripts, styles and fonts of a build. The build has compressed them (`scripts/compress.ts`); Next would
 * compress each of them again for every visitor.
 * @param directory of the build
 * @returns a function that answers a request and returns true, or returns false if the build has no such file
 */
export function createStaticFiles(
  directory: string,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const serve = sirv(path.join(directory, "static"), {
    brotli: true,
    gzip: true,
    setHeaders: (response) => response.setHeader("Cache-Control", CACHED),
  });
  return (request, response) => {
    const { url = "" } = request;
    if (!url.startsWith(`${PREFIX}/`)) return false;
    let isServed = true;
    // A copy, because others read the whole address from the request after the response.
    const inDirectory = Object.create(request, { url: { value: url.slice(PREFIX.length) } });
    serve(inDirectory, response, () => {
      isServed = false;
    });
    return isServed;
  };
}
