import { expect, test } from "vitest";
import { decodeSegment, parseSubject, routes } from "../../lib/routes.ts";

test.each(["Computer science", "100%", "a/b", "c++?", "#1 & more", "日本", "%2F"])(
  "%j survives its way through an address",
  (name) => {
    const [, , segment = ""] = routes.course(name).split("/");
    expect(decodeSegment(segment)).toBe(name);
    expect(new URL(routes.search(name), "https://x.org").searchParams.get("q")).toBe(name);
  },
);

test.each(["%E0%A4%A", "%00", "a%00b"])("%s is no page's address", (segment) => {
  expect(decodeSegment(segment)).toBeNull();
});

test("the first page of a subject has no number", () => {
  expect([routes.subject("Physics"), routes.subject("Physics", 1), routes.subject("Physics", 2)]).toEqual([
    "/courses/Physics",
    "/courses/Physics",
    "/courses/Physics/2",
  ]);
});

test.each(["Physics", "All", "All~", "All~~", ".", "..", "..~", "all", "All ~", "~", "..."])(
  "the subject %j has an address of its own, which leads back to it",
  (subject) => {
    const { pathname } = new URL(routes.subject(subject), "https://x.org");
    expect(pathname).toBe(routes.subject(subject));
    const [, , segment = ""] = pathname.split("/");
    expect(parseSubject(decodeSegment(segment) ?? "")).toBe(subject);
  },
);

test("every course stands at an address that no subject has", () => {
  expect(routes.allCourses()).toBe("/courses/All");
  expect(parseSubject("All")).toBeNull();
  expect(routes.subject("All")).toBe("/courses/All~");
});

test("signing in comes back to where it was asked for", () => {
  expect(routes.signIn("/course/a b?c")).toBe("/auth?next=%2Fcourse%2Fa%20b%3Fc");
});
