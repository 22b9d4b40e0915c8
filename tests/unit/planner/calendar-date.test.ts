import { afterEach, expect, test, vi } from "vitest";
import { addDays, calendarDateOf, formatDate, isCalendarDate } from "../../../lib/planner/calendar-date.ts";

afterEach(() => vi.unstubAllEnvs());

/** Node.js reads the time zone again whenever `TZ` changes. */
function inZone<T>(zone: string, work: () => T): T {
  vi.stubEnv("TZ", zone);
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
  return work();
}

const zones = ["America/Los_Angeles", "Europe/Berlin", "Pacific/Auckland"] as const;

// Local times around midnight, also on the nights on which clocks change in one of the zones, and on
// the day that a westerly and an easterly zone do not share.
const moments = [
  ["2026-11-20T23:59:59.999", "2026-11-20"],
  ["2026-11-21T00:00:00.000", "2026-11-21"],
  ["2026-11-21T00:00:00.001", "2026-11-21"],
  ["2026-12-31T23:59:59.999", "2026-12-31"],
  ["2027-01-01T00:00:00.000", "2027-01-01"],
  ["2028-02-29T23:59:59.999", "2028-02-29"],
  ["2026-03-08T00:30:00.000", "2026-03-08"],
  ["2026-03-08T03:30:00.000", "2026-03-08"],
  ["2026-03-29T01:59:59.000", "2026-03-29"],
  ["2026-03-29T03:00:00.000", "2026-03-29"],
  ["2026-10-25T02:30:00.000", "2026-10-25"],
  ["2026-11-01T01:30:00.000", "2026-11-01"],
  ["2026-04-05T02:30:00.000", "2026-04-05"],
  ["2026-09-27T03:30:00.000", "2026-09-27"],
] as const;

for (const zone of zones) {
  test.each(moments)(`in ${zone} the calendar at %s says %s`, (local, date) => {
    inZone(zone, () => expect(calendarDateOf(new Date(local))).toBe(date));
  });

  test(`in ${zone} no day of two years is skipped, doubled or shown as another`, () => {
    inZone(zone, () => {
      let date = "2026-01-01";
      for (let day = 0; day < 730; day++) {
        // The same day by the local calendar of `Date`, at noon.
        const noon = new Date(2026, 0, 1 + day, 12);
        expect(date).toBe(calendarDateOf(noon));
        const shown = noon.toLocaleDateString("en-US", { year: "numeric", month: "short", day: "numeric" });
        expect(formatDate(date)).toBe(shown);
        date = addDays(date, 1);
      }
    });
  });
}

test.each(zones)("a formatter that is made in %s shows the same days", async (zone) => {
  vi.stubEnv("TZ", zone);
  vi.resetModules();
  const made = await import("../../../lib/planner/calendar-date.ts");
  expect(made.formatDate("2026-11-21")).toBe("Nov 21, 2026");
  expect(made.formatDate("2026-03-29")).toBe("Mar 29, 2026");
});

test("one moment is another day elsewhere", () => {
  const moment = new Date("2026-11-21T07:30:00Z");
  expect(zones.map((zone) => inZone(zone, () => calendarDateOf(moment)))).toEqual([
    "2026-11-20",
    "2026-11-21",
    "2026-11-21",
  ]);
  const evening = new Date("2026-11-21T12:00:00Z");
  expect(zones.map((zone) => inZone(zone, () => calendarDateOf(evening)))).toEqual([
    "2026-11-21",
    "2026-11-21",
    "2026-11-22",
  ]);
});

test("dates show as short month, day, year", () => {
  expect(formatDate("2026-11-21")).toBe("Nov 21, 2026");
  expect(formatDate("2027-01-01")).toBe("Jan 1, 2027");
  expect(formatDate("0999-12-31")).toBe("Dec 31, 999");
});

test("days are counted over the ends of months and years", () => {
  expect(addDays("2026-11-29", 2)).toBe("2026-12-01");
  expect(addDays("2026-12-30", 7)).toBe("2027-01-06");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(() => addDays("soon", 1)).toThrow(RangeError);
});

test.each(["2026-02-28", "2028-02-29", "0001-01-01", "9999-12-31"])("%s is a date", (text) =>
  expect(isCalendarDate(text)).toBe(true),
);
test.each([
  "",
  "2026-02-29",
  "2026-13-01",
  "2026-00-10",
  "2026-1-1",
  "12026-01-01",
  "2026-01-01T00:00",
  "Nov 21",
])("%j is none", (text) => expect(isCalendarDate(text)).toBe(false));
