import { readFileSync } from "node:fs";
import path from "node:path";

/** What is used of the list of routes that Next writes with each build. */
type RoutesManifest = {
  staticRoutes: readonly { page: string }[];
  /** In the order in which Next tries them. */
  dynamicRoutes: readonly { page: string; regex: string }[];
};

/** The routes of the build in this process's working directory. */
export function readRoutes(): RoutesManifest {
  return JSON.parse(readFileSync(path.join(".next", "routes-manifest.json"), "utf8"));
}

/** The patterns of all routes. */
export const listPatterns = ({ staticRoutes, dynamicRoutes }: RoutesManifest): string[] =>
  [...staticRoutes, ...dynamicRoutes].map(({ page }) => page);

/** Files that are served as they are, by the folder they are in. */
const FILES = ["/_next/", "/data/"];

/**
 * Makes the function that names the route of an address by its pattern, such as `/course/[courseId]`. There are as many
 * names as routes: what visitors made up is `other`.
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
