import { expect, test } from "vitest";
import { groupByCourse, isSearchable, parseQuery } from "../../../lib/catalogue/search.ts";
import type { FoundLecture } from "../../../lib/catalogue/types.ts";

test.each([
  [undefined, ""],
  ["  ", ""],
  ["  c++ ", "c++"],
  ["a\0b\0", "ab"],
  [["first", "second"], "first"],
  ["x".repeat(300), "x".repeat(200)],
])("reads %j as %j", (q, query) => expect(parseQuery(q)).toBe(query));

test("two characters can be searched, one cannot, however many code units it takes", () => {
  expect(["ab", "日本", "a", "", "😀"].map(isSearchable)).toEqual([true, true, false, false, false]);
});

const found = (courseName: string, name: string): FoundLecture => ({
  lectureId: name,
  name,
  course: {
    courseId: courseName,
    name: courseName,
    institution: null,
    thumbnailId: null,
    description: null,
    subject: null,
    lectureCount: 9,
  },
});

test("groups by course in the order of the search, names three lectures and counts the rest", () => {
  const results = groupByCourse([
    found("B", "1"),
    found("A", "2"),
    found("B", "3"),
    found("B", "4"),
    found("B", "5"),
    found("B", "6"),
  ]);
  expect(results.map(({ name, matchCount, more }) => [name, matchCount, more])).toEqual([
    ["B", 5, 2],
    ["A", 1, 0],
  ]);
  expect(results[0]?.chips.map(({ name }) => name)).toEqual(["1", "3", "4"]);
  expect(groupByCourse([])).toEqual([]);
});
