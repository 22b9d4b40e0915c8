import { formatCount } from "../catalogue/display.ts";
import { formatDay } from "./display.ts";
import type { AdminCounts, WeekCounts } from "./types.ts";

export type Measure = {
  key: Exclude<keyof WeekCounts, "week">;
  label: string;
  /** Whether it says what there is, which a week adds to, or what happened in a week. */
  isTotal: boolean;
};

/** What is counted week by week, in the order in which it is shown. */
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
 * Every week from the first to the last of those that were counted, 12 at least and 26 at most, each with its counts or
 * with none. Empty where nothing was counted.
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
 * The weeks with what there is at this moment in place of what was counted in the last hour.
 * @param now milliseconds since 1970
 */
export function withTotals(
  weeks: readonly WeekCounts[],
  { lectures, users }: Pick<AdminCounts, "lectures" | "users">,
  now: number,
): WeekCounts[] {
  const day = new Date(now).getUTCDay() || 7;
  const thisWeek = toWeek(now - (day - 1) * DAY_MS);
  return weeks.map((week) => (week.week === thisWeek ? { ...week, lectures, accounts: users } : week));
}

/** The first week in which something was counted; null where it never was. */
export function countedSince(weeks: readonly WeekCounts[], { key }: Measure): string | null {
  return weeks.find((week) => week[key] !== null)?.week ?? null;
}

/** The Monday of a week: `Nov 23, 2026`. */
export const formatWeek = (week: string) => formatDay(Date.parse(week) / 1000);

/** The same without its year, for where there is little room: `Nov 23`. */
export const formatShortWeek = (week: string) => formatWeek(week).replace(/,.*/, "");

/** What came since the week before, or how a number of the last week is to be read: `+120 this week`, `this week`. */
export function describeLatest(weeks: readonly WeekCounts[], { key, isTotal }: Measure): string {
  if (!isTotal) return "this week";
  const [before, now] = [weeks.at(-2)?.[key] ?? null, weeks.at(-1)?.[key] ?? null];
  if (before === null || now === null) return "as of now";
  const sign = now > before ? "+" : now < before ? "−" : "±";
  return `${sign}${formatCount(Math.abs(now - before))} this week`;
}
