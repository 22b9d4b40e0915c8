import { expect, test } from "vitest";
import { routes } from "../../../lib/routes.ts";

test("an address says no more than it has to", () => {
  expect([
    routes.adminLectures(),
    routes.adminLectures({ page: 1 }),
    routes.adminLectures({ query: "", page: 2 }),
    routes.adminLectures({ query: "a&b=c #1", page: 3 }),
    routes.adminUsers(),
    routes.adminUsers(2),
  ]).toEqual([
    "/admin-console/lectures",
    "/admin-console/lectures",
    "/admin-console/lectures?page=2",
    "/admin-console/lectures?q=a%26b%3Dc+%231&page=3",
    "/admin-console/users",
    "/admin-console/users?page=2",
  ]);
});
