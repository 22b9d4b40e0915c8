import { describe, expect, test } from "vitest";
import type { WeekCounts } from "../../../lib/admin/types.ts";
import {
  countedSince,
  describeLatest,
  everyWeek,
  formatShortWeek,
  formatWeek,
  measures,
  withCurrentTotals,
} from "../../../lib/admin/weeks.ts";

const [lectures, , activeLearners] = measures as [
  (typeof measures)[0],
  (typeof measures)[1],
  (typeof measures)[2],
];
const week = (day: string, counts: Partial<WeekCounts> = {}): WeekCounts => ({
  week: day,
  lectures: null,
  accounts: null,
  activeLearners: null,
  completions: null,
  ...counts,
});

describe("every week", () => {
  test("is there from the first one counted on, with the ones that were missed", () => {
    const shown = everyWeek([week("2026-08-03", { lectures: 1 }), week("2026-11-23", { lectures: 9 })]);
    expect(shown).toHaveLength(17);
    expect(shown[0]).toEqual(week("2026-08-03", { lectures: 1 }));
    expect(shown[1]).toEqual(week("2026-08-10"));
    expect(shown[16]).toEqual(week("2026-11-23", { lectures: 9 }));
  });

  test("are twelve where fewer were counted, and twenty-six where more were", () => {
    const young = everyWeek([week("2026-11-23")]);
    expect(young.map((row) => row.week).slice(-2)).toEqual(["2026-11-16", "2026-11-23"]);
    expect(young).toHaveLength(12);
    const old = everyWeek([week("2025-01-06"), week("2026-11-23")]);
    expect([old.length, old[0]?.week]).toEqual([26, "2026-06-01"]);
  });

  test("is none where nothing was counted", () => expect(everyWeek([])).toEqual([]));
});

test.each(["2026-11-23T00:00:00Z", "2026-11-26T12:00:00Z", "2026-11-29T23:59:59Z"])(
  "at %s the week of November 23 has the totals of that moment",
  (moment) => {
    const before = week("2026-11-16", { lectures: 1, accounts: 1, completions: 1 });
    const now = week("2026-11-23", { lectures: 2, accounts: 2, completions: 2 });
    const shown = withCurrentTotals([before, now], { lectures: 30, users: 40 }, Date.parse(moment));
    expect(shown).toEqual([before, { ...now, lectures: 30, accounts: 40 }]);
  },
);

test("a week that is over keeps its totals", () => {
  const counted = [week("2026-11-23", { lectures: 2, accounts: 2 })];
  for (const moment of ["2026-11-30T00:00:00Z", "2026-11-22T23:59:59Z"])
    expect(withCurrentTotals(counted, { lectures: 30, users: 40 }, Date.parse(moment))).toEqual(counted);
});

test("a measure is known from the first week on in which it was counted", () => {
  const weeks = [
    week("2026-11-09", { accounts: 1 }),
    week("2026-11-16", { lectures: 0 }),
    week("2026-11-23"),
  ];
  expect(countedSince(weeks, lectures)).toBe("2026-11-16");
  expect(countedSince(weeks, activeLearners)).toBeNull();
});

test.each([
  [100, 220, "+120 this week"],
  [1300, 100, "−1,200 this week"],
  [7, 7, "±0 this week"],
  [null, 7, "as of now"],
  [7, null, "as of now"],
])("from %s to %s lectures is told as %s", (before, now, text) => {
  const weeks = [week("2026-11-16", { lectures: before }), week("2026-11-23", { lectures: now })];
  expect(describeLatest(weeks, lectures)).toBe(text);
  expect(describeLatest(weeks, activeLearners)).toBe("this week");
});

test("a week goes by its Monday, whatever zone the reader is in", () => {
  expect(formatWeek("2026-11-23")).toBe("Nov 23, 2026");
  expect(formatShortWeek("2026-11-23")).toBe("Nov 23");
});
