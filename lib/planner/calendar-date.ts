/**
 * Calendar dates, `YYYY-MM-DD`, without a time zone. Arithmetic and formatting go through UTC: in local time a clock
 * change or a zone west of Greenwich would move a date to another day.
 */

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 86_400_000;

const formatter = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  year: "numeric",
  month: "short",
  day: "numeric",
});

/** Midnight UTC of a date; null for a text that is not a date, such as `2026-02-30`. */
function parse(date: string): Date | null {
  if (!PATTERN.test(date)) return null;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && toText(parsed) === date ? parsed : null;
}

const toText = (midnight: Date) => midnight.toISOString().slice(0, 10);

/** Whether a text is a date of the calendar, like `2026-11-21`. */
export function isCalendarDate(text: string): boolean {
  return parse(text) !== null;
}

/** The date at `now` in the time zone of this machine. */
export function calendarDateOf(now: Date): string {
  const pad = (value: number, length: number) => String(value).padStart(length, "0");
  return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1, 2)}-${pad(now.getDate(), 2)}`;
}

/**
 * The date some days after another; before it, if the number is negative.
 * @throws {RangeError} if `date` is not a calendar date
 */
export function addDays(date: string, days: number): string {
  const midnight = parse(date);
  if (!midnight) throw new RangeError(`${JSON.stringify(date)} is not a calendar date`);
  return toText(new Date(midnight.getTime() + days * DAY_MS));
}

/** `2026-11-21` → `Nov 21, 2026`. */
export function formatDate(date: string): string {
  const midnight = parse(date);
  return midnight ? formatter.format(midnight) : date;
}
