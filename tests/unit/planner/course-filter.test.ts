import { expect, test } from "vitest";
import { filterByName } from "../../../lib/planner/course-filter.ts";

const courses = ["Calculus: Limits", "Limits and more", "Limits", "Montréal-Python", "Vectors"].map(
  (name) => ({
    name,
  }),
);
const found = (text: string) => filterByName(courses, text).map(({ name }) => name);

test("nothing typed leaves every course", () => expect(found("  ")).toHaveLength(5));

test("the name itself comes first, then names that start with the text", () =>
  expect(found("limits")).toEqual(["Limits", "Limits and more", "Calculus: Limits"]));

test("words may stand in any order, case and accents do not count", () => {
  expect(found("LIMITS  calc")).toEqual(["Calculus: Limits"]);
  expect(found("montreal")).toEqual(["Montréal-Python"]);
  expect(found("montréal")).toEqual(["Montréal-Python"]);
});

test("characters with a meaning in patterns are only characters", () => {
  expect(found(".*")).toEqual([]);
  expect(found("zzz")).toEqual([]);
});
