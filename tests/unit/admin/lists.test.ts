import { expect, test } from "vitest";
import { formatMoment, listTitle, shownRange } from "../../../lib/admin/display.ts";
import {
  DEFAULT_SORT,
  describeSort,
  parseSort,
  sortAfterPress,
  sortParameter,
} from "../../../lib/admin/lecture-sort.ts";
import { pageCountOf, parsePage, toListPage } from "../../../lib/admin/paging.ts";
import { adminRoutes } from "../../../lib/admin/routes.ts";

const numbered: [string | string[] | undefined, number][] = [
  [undefined, 1],
  ["1", 1],
  ["12", 12],
  ["9999999", 9999999],
  [["3", "4"], 3],
];

test.each(numbered)("page %j of an address is page %j", (text, page) => {
  expect(parsePage(text)).toBe(page);
});

test.each(["", "0", "-1", "1.5", "01", "1e3", " 2", "10000000", "two", "٣"])(
  "page %j of an address is none, and so the first",
  (text) => {
    expect(parsePage(text)).toBe(1);
  },
);

test.each([
  [0, 1],
  [1, 1],
  [50, 1],
  [51, 2],
  [27353, 548],
])("%j rows stand on %j pages", (rows, pages) => {
  expect(pageCountOf(rows)).toBe(pages);
});

const page = (total: number, matches: number, number: number, shown: number) => ({
  rows: Array(shown).fill(null),
  total,
  matches,
  page: number,
});

test("a title says how many there are, and how many of them a filter leaves over", () => {
  expect(listTitle("Lectures", page(27353, 27353, 1, 50))).toBe("Lectures (27,353)");
  expect(listTitle("Lectures", page(27353, 1204, 1, 50), true)).toBe("Lectures (1,204 of 27,353)");
  expect(listTitle("Lectures", page(3, 3, 1, 3), true)).toBe("Lectures (3 of 3)");
  expect(listTitle("Users", page(0, 0, 1, 0))).toBe("Users (0)");
});

test("the range of rows counts from one", () => {
  expect(shownRange(page(27353, 27353, 1, 50))).toBe("Showing 1–50 of 27,353");
  expect(shownRange(page(27353, 1204, 25, 4))).toBe("Showing 1,201–1,204 of 1,204");
  expect(shownRange(page(27353, 0, 1, 0))).toBeNull();
});

test("a moment is written in a way that has one meaning", () => {
  expect(formatMoment(Date.UTC(2026, 10, 21, 8, 7, 43, 760))).toBe("Nov 21, 2026, 08:07 UTC");
  expect(formatMoment(Date.UTC(2027, 0, 1))).toBe("Jan 1, 2027, 00:00 UTC");
});

test("a page of a list is made of rows that each hold the totals, and an empty one of one without more", () => {
  const rows = [
    { total: 120, matches: 51, name: "last" },
    { total: 120, matches: 51, name: null },
  ];
  const nameOf = ({ name }: { name: string | null }) => name;
  expect(toListPage(rows, 2, nameOf)).toEqual({
    rows: ["last"],
    total: 120,
    matches: 51,
    page: 2,
    pageCount: 2,
  });
  expect(toListPage([{ total: 3, name: null }], 9, nameOf)).toMatchObject({
    rows: [],
    matches: 3,
    pageCount: 1,
  });
  expect(() => toListPage([], 1, nameOf)).toThrow("does not let this user read");
});

const sorts: [string | string[] | undefined, string, boolean][] = [
  [undefined, "course", false],
  ["subject", "subject", false],
  ["-instructor", "instructor", true],
  ["-course", "course", true],
  ["views", "course", false],
  ["-", "course", false],
  ["--subject", "course", false],
  [["subject", "course"], "subject", false],
];

test.each(sorts)("the sort %j of an address is by %s, from the last: %s", (text, by, isDescending) => {
  const sort = parseSort(text);
  expect(sort).toEqual({ by, isDescending });
  expect(parseSort(sortParameter(sort))).toEqual(sort);
});

test("a press on the column that a list is sorted by turns it around; on another one it begins anew", () => {
  const subject = { by: "subject", isDescending: false } as const;
  const turned = sortAfterPress("subject", subject);
  expect(turned).toEqual({ by: "subject", isDescending: true });
  expect(sortAfterPress("subject", turned)).toEqual(subject);
  expect(sortAfterPress("course", turned)).toEqual(DEFAULT_SORT);
  expect([DEFAULT_SORT, subject, turned].map(describeSort)).toEqual([
    undefined,
    "by subject",
    "by subject, last first",
  ]);
  expect(adminRoutes.lectures({ query: "x", sort: turned, page: 2 })).toBe(
    "/admin-console/lectures?q=x&sort=-subject&page=2",
  );
});
