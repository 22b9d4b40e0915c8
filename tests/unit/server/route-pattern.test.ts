import { expect, test } from "vitest";
import { createRoutePattern } from "../../../server/route-pattern.ts";

const dynamic = (page: string) => ({
  page,
  regex: `^${page.replace(/\[\w+\]/g, "([^/]+?)")}(?:/)?$`,
});
const patternOf = createRoutePattern({
  staticRoutes: ["/", "/search", "/api/imports/upload"].map((page) => ({ page })),
  dynamicRoutes: ["/api/imports/[id]", "/course/[courseId]", "/course/[courseId]/[lecture]"].map(dynamic),
});

test.each([
  ["/", "/"],
  ["/?utm_source=mail", "/"],
  ["/search?q=ada@example.org", "/search"],
  ["/course/Mechanics%20I", "/course/[courseId]"],
  ["/course/Mechanics%20I/12?t=30", "/course/[courseId]/[lecture]"],
  ["/api/imports/upload", "/api/imports/upload"],
  ["/api/imports/3b241101-e2bb-4255-8caf-4136c566a962", "/api/imports/[id]"],
  ["/metrics", "/metrics"],
  ["/_next/static/chunks/1.js", "/_next/"],
  ["/data/lectures.csv", "/data/"],
])("%s is a request to %s", (url, pattern) => {
  expect(patternOf(url)).toBe(pattern);
});

test.each(["/wp-login.php", "/course", "/course/a/b/c", "/Search", "//", "http://example.org/", "*", ""])(
  "%s, which somebody made up, has no name of its own",
  (url) => {
    expect(patternOf(url)).toBe("other");
  },
);
