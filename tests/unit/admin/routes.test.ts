import { expect, test } from "vitest";
import { adminRoutes } from "../../../lib/admin/routes.ts";

test("an address says no more than it has to", () => {
  expect([
    adminRoutes.lectures(),
    adminRoutes.lectures({ page: 1 }),
    adminRoutes.lectures({ query: "", page: 2 }),
    adminRoutes.lectures({ query: "a&b=c #1", page: 3 }),
    adminRoutes.courses({ query: "a", page: 2 }),
    adminRoutes.course("100% C/C++ & more?"),
    adminRoutes.course(".."),
    adminRoutes.subjects(),
    adminRoutes.users(),
    adminRoutes.users({ page: 2 }),
    adminRoutes.users({ query: "ada@", role: "editor" }),
    adminRoutes.log({ person: "ada@example.org", before: 7 }),
  ]).toEqual([
    "/admin-console/lectures",
    "/admin-console/lectures",
    "/admin-console/lectures?page=2",
    "/admin-console/lectures?q=a%26b%3Dc+%231&page=3",
    "/admin-console/courses?q=a&page=2",
    "/admin-console/courses/edit?name=100%25+C%2FC%2B%2B+%26+more%3F",
    "/admin-console/courses/edit?name=..",
    "/admin-console/subjects",
    "/admin-console/users",
    "/admin-console/users?page=2",
    "/admin-console/users?q=ada%40&role=editor",
    "/admin-console/log?person=ada%40example.org&before=7",
  ]);
});
