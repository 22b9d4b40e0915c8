import { formatCount } from "../catalogue/display.ts";
import { formatDay } from "./display.ts";
import type { AdminCounts, WeekCounts } from "./types.ts";

export type Measure = {
  key: Exclude<keyof WeekCounts, "week">;
  label: string;
  /** True for a running total at the end of a week, false for a count of what happened in the week. */
  isTotal: boolean;
};

/** What is counted each week, in display order. */
export const measures: readonly Measure[] = [
  { key: "lectures", label: "Lectures", isTotal: true },
  { key: "accounts", label: "Accounts", isTotal: true },
  { key: "activeLearners", label: "Active learners", isTotal: false },
  { key: "completions", label: "Completions", isTotal: false },
];

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const LEAST_WEEKS = 12;
const MOST_WEEKS = 26;

const toWeek = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);

/**
 * Every week up to the last one with counts, at least 12 and at most 26 weeks. A week without counts has nulls. Empty
 * if nothing was counted.
 */
export function everyWeek(counted: readonly WeekCounts[]): WeekCounts[] {
  const [first, last] = [counted.at(0), counted.at(-1)];
  if (!first || !last) return [];
  const known = new Map(counted.map((week) => [week.week, week]));
  const end = Date.parse(last.week);
  const span = (end - Date.parse(first.week)) / WEEK_MS + 1;
  const length = Math.min(Math.max(span, LEAST_WEEKS), MOST_WEEKS);
  return Array.from({ length }, (_, index) => {
    const week = toWeek(end - (length - 1 - index) * WEEK_MS);
    return (
      known.get(week) ?? { week, lectures: null, accounts: null, activeLearners: null, completions: null }
    );
  });
}

/**
 * Replaces the hourly totals of the current week by the totals at this moment.
 * @param now milliseconds since 1970
 */
export function withCurrentTotals(
  weeks: readonly WeekCounts[],
  { lectures, users }: Pick<AdminCounts, "lectures" | "users">,
  now: number,
): WeekCounts[] {
  const day = new Date(now).getUTCDay() || 7;
  const thisWeek = toWeek(now - (day - 1) * DAY_MS);
  return weeks.map((week) => (week.week === thisWeek ? { ...week, lectures, accounts: users } : week));
}

/** The first week in which the measure was counted; null if it never was. */
export function countedSince(weeks: readonly WeekCounts[], { key }: Measure): string | null {
  return weeks.find((week) => week[key] !== null)?.week ?? null;
}

/** The Monday of a week: `Nov 23, 2026`. */
export const formatWeek = (week: string) => formatDay(Date.parse(week));

/** The Monday of a week without the year, for narrow places: `Nov 23`. */
export const formatShortWeek = (week: string) => formatWeek(week).replace(/,.*/, "");

/** The label of the latest number: the change of a total since the week before (`+120 this week`), or `this week`. */
export function describeLatest(weeks: readonly WeekCounts[], { key, isTotal }: Measure): string {
  if (!isTotal) return "this week";
  const [before, now] = [weeks.at(-2)?.[key] ?? null, weeks.at(-1)?.[key] ?? null];
  if (before === null || now === null) return "as of now";
  const sign = now > before ? "+" : now < before ? "−" : "±";
  return `${sign}${formatCount(Math.abs(now - before))} this week`;
}
