import { expect, test } from "vitest";
import { isSearchable, parseQuery } from "../../../lib/catalogue/search.ts";

test.each([
  [undefined, ""],
  ["  ", ""],
  ["  c++ ", "c++"],
  ["linear  algebra\u00a0I", "linear algebra I"],
  ["a\0b\0", "ab"],
  ["Dvor\u030Ca\u0301k", "Dvo\u0159\u00E1k"],
  [["first", "second"], "first"],
  ["x".repeat(300), "x".repeat(200)],
])("reads %j as %j", (q, query) => expect(parseQuery(q)).toBe(query));

test("two characters can be searched, one cannot, however many code units it takes", () => {
  expect(["ab", "日本", "a", "", "😀"].map(isSearchable)).toEqual([true, true, false, false, false]);
});
