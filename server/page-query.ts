import { readFileSync } from "node:fs";
import path from "node:path";
import { createRoutePattern, readRoutes } from "./route-pattern.ts";

/** The fields used of the prerender manifest that Next writes with each build. */
type PrerenderManifest = Record<"routes" | "dynamicRoutes", Record<string, unknown>>;

/** The patterns of the pages whose responses are cached for everyone, from the build in the working directory. */
function readCachedPages(): Set<string> {
  const file = path.join(".next", "prerender-manifest.json");
  const { routes, dynamicRoutes }: PrerenderManifest = JSON.parse(readFileSync(file, "utf8"));
  return new Set([...Object.keys(routes), ...Object.keys(dynamicRoutes)]);
}

/**
 * Creates the function that removes the query from the address of a page that is cached for everyone. Next writes the
 * query of the request for which it renders such a page into the page, where later visitors would find it: the token
 * of a mailed link, for one. In the browser these pages read the query from its own address. What Next's router adds to
 * the requests that it sends stays: Next compares it with their headers, and keeps it out of what it answers them.
 */
export function createQueryRemover(
  routePattern = createRoutePattern(readRoutes()),
  cachedPages: ReadonlySet<string> = readCachedPages(),
): (url: string, isOfRouter: boolean) => string {
  return (url, isOfRouter) => {
    const [path = "", ...query] = url.split("?");
    // An address with a slash at its end is redirected, with its query, to the one without.
    if (query.length === 0 || /.\/$/.test(path)) return url;
    const pattern = routePattern(path);
    // The page for addresses without a page is cached as well.
    if (pattern !== "other" && !cachedPages.has(pattern)) return url;
    const added = isOfRouter ? new URLSearchParams(query.join("?")).get("_rsc") : null;
    return added === null ? path : `${path}?${new URLSearchParams({ _rsc: added })}`;
  };
}

/**
 * Rewrites addresses that Next treats specially. A path that ends in `.rsc` would be answered in a format of Next's own,
 * although a course may be named so, and `/_global-error` is no page for visitors.
 */
export function asPage(url: string): string {
  if (/^\/_global-error\/?(?:\?|$)/.test(url)) return "/_not-found";
  return url.replace(/^([^?]*)\.rsc(?=\?|$)/, "$1%2Ersc");
}
