import { expect, test } from "vitest";
import { asPage, createQueryRemover } from "../../../server/page-query.ts";
import { createRoutePattern } from "../../../server/route-pattern.ts";

const withoutQuery = createQueryRemover(
  createRoutePattern({
    staticRoutes: ["/", "/auth/confirm", "/search", "/api/notes"].map((page) => ({ page })),
    dynamicRoutes: [{ page: "/course/[courseId]", regex: "^/course/([^/]+?)(?:/)?$" }],
  }),
  new Set(["/", "/auth/confirm", "/course/[courseId]"]),
);

test.each([
  ["/?utm_source=mail", "/"],
  ["/auth/confirm?token_hash=secret&type=recovery", "/auth/confirm"],
  ["/auth/confirm?token_hash=secret&_rsc=1a2b", "/auth/confirm"],
  ["/auth/confirm?token_hash=a?_rsc=b", "/auth/confirm"],
  ["/course/a%20b?secret", "/course/a%20b"],
  ["/course/a%20b?_rsc=secret", "/course/a%20b"],
  ["/no-such-page?secret", "/no-such-page"],
])("the page of %s is cached, so Next sees %s", (url, seen) => expect(withoutQuery(url, false)).toBe(seen));

test.each([
  ["/auth/confirm?token_hash=secret&_rsc=1a2b", "/auth/confirm?_rsc=1a2b"],
  ["/auth/confirm?token_hash=a?_rsc=b", "/auth/confirm"],
  ["/no-such-page?_rsc=%26secret", "/no-such-page?_rsc=%26secret"],
])("of %s, sent by Next's router, Next sees %s", (url, seen) => expect(withoutQuery(url, true)).toBe(seen));

test.each([
  "/search?q=entropy&_rsc=1a2b",
  "/search/?q=entropy",
  "/api/notes?before=3",
  "/_next/static/a.js?dpl=1",
  "/auth/confirm",
  "/auth/confirm/?token_hash=secret",
])("%s is seen whole", (url) => expect(withoutQuery(url, false)).toBe(url));

test.each([
  ["/course/a.rsc", "/course/a%2Ersc"],
  ["/courses/a.rsc?_rsc=1a2b", "/courses/a%2Ersc?_rsc=1a2b"],
  ["/course/a.rsc/1", "/course/a.rsc/1"],
  ["/search?q=a.rsc", "/search?q=a.rsc"],
  ["/_global-error", "/_not-found"],
  ["/_global-error?x", "/_not-found"],
])("%s is looked for as %s", (url, seen) => expect(asPage(url)).toBe(seen));
