import { expect, test } from "vitest";
import { countOf, displayName, firstInstructor, splitList } from "../../../lib/catalogue/display.ts";
import { deriveKeywords } from "../../../lib/catalogue/keywords.ts";

test.each([
  ["computer-science", "computer science"],
  ["UKent - Erlang Express", "UKent Erlang Express"],
  ["-a--b-", "a b"],
  ["plain", "plain"],
  ["---", "---"],
])("shows %j as %j", (name, shown) => expect(displayName(name)).toBe(shown));

test("splits lists at commas and leaves empty entries out", () => {
  expect(splitList(" a, b,,c ,")).toEqual(["a", "b", "c"]);
  expect(splitList(null)).toEqual([]);
});

test("the instructor is the first name", () => {
  expect(firstInstructor("Ada Lovelace, Charles Babbage")).toBe("Ada Lovelace");
  expect(firstInstructor(" , ")).toBeNull();
  expect(firstInstructor(null)).toBeNull();
});

test("counts agree with their noun", () => {
  expect([0, 1, 2, 27353].map((count) => countOf(count, "lecture"))).toEqual([
    "0 lectures",
    "1 lecture",
    "2 lectures",
    "27,353 lectures",
  ]);
});

test("keywords are those most lectures carry, whatever their case, ten at most", () => {
  const lectures = [
    { keywords: ["rare", "Common"] },
    { keywords: ["common", "second"] },
    { keywords: ["second", "COMMON"] },
  ];
  expect(deriveKeywords(lectures)).toEqual(["Common", "second", "rare"]);
  expect(deriveKeywords([{ keywords: Array.from({ length: 12 }, (_, i) => `k${i}`) }])).toHaveLength(10);
});
