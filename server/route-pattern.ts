import { readFileSync } from "node:fs";
import path from "node:path";

/** The fields used of the routes manifest that Next writes with each build. */
type RoutesManifest = {
  staticRoutes: readonly { page: string }[];
  /** In the order in which Next matches them. */
  dynamicRoutes: readonly { page: string; regex: string }[];
};

/** The routes of the build in this process's working directory. */
export function readRoutes(): RoutesManifest {
  return JSON.parse(readFileSync(path.join(".next", "routes-manifest.json"), "utf8"));
}

/** The patterns of all routes. */
export const listPatterns = ({ staticRoutes, dynamicRoutes }: RoutesManifest): string[] =>
  [...staticRoutes, ...dynamicRoutes].map(({ page }) => page);

/** The folders of static files, which are counted per folder. */
const FILES = ["/_next/", "/data/"];

/**
 * Creates the function that returns the pattern of an address's route, such as `/course/[courseId]`. The number of
 * names is fixed: an address without a route is `other`.
 */
export function createRoutePattern({ staticRoutes, dynamicRoutes }: RoutesManifest): (url: string) => string {
  const fixed = new Set(staticRoutes.map(({ page }) => page).concat("/metrics"));
  const dynamic = dynamicRoutes.map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));
  return (url) => {
    const [path = ""] = url.split("?", 1);
    if (fixed.has(path)) return path;
    return (
      FILES.find((folder) => path.startsWith(folder)) ??
      dynamic.find(({ regex }) => regex.test(path))?.page ??
      "other"
    );
  };
}
