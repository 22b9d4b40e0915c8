import { formatCount } from "../catalogue/display.ts";
import { ROWS_PER_PAGE } from "./paging.ts";
import type { ListPage } from "./types.ts";

type Counted = Pick<ListPage<unknown>, "total" | "matches" | "page" | "rows">;

/** `Lectures (27,353)`; with a filter `Lectures (1,204 of 27,353)`. */
export function listTitle(noun: string, { total, matches }: Counted, isFiltered = false): string {
  const count = isFiltered ? `${formatCount(matches)} of ${formatCount(total)}` : formatCount(total);
  return `${noun} (${count})`;
}

/** `Showing 51–100 of 27,353`; null for an empty page. */
export function shownRange({ rows, matches, page }: Counted): string | null {
  if (rows.length === 0) return null;
  const first = (page - 1) * ROWS_PER_PAGE + 1;
  return `Showing ${formatCount(first)}–${formatCount(first + rows.length - 1)} of ${formatCount(matches)}`;
}

/** How the console writes a moment in any time zone. */
export const MOMENT_FORMAT = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  // Servers and browsers do not agree on how AM and PM are written.
  hourCycle: "h23",
  timeZoneName: "short",
} as const;

const moments = new Intl.DateTimeFormat("en-US", { ...MOMENT_FORMAT, timeZone: "UTC" });

/** Formats a moment, given in milliseconds since 1970, in UTC: `Nov 21, 2026, 08:07 UTC`. */
export function formatMoment(milliseconds: number): string {
  return moments.format(milliseconds);
}

const days = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** Formats the UTC day of a moment, given in milliseconds since 1970: `Nov 21, 2026`. */
export function formatDay(milliseconds: number): string {
  return days.format(milliseconds);
}
