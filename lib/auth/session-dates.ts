const days = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "short", day: "numeric" });
const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
const HOUR_MS = 3_600_000;

/** The day of a moment in the reader's time zone: `Nov 21, 2026`. */
export function formatDay(milliseconds: number): string {
  return days.format(milliseconds);
}

/** How long ago a session was active, in hours or days: the auth service notices activity only once an hour. */
export function describeAge(milliseconds: number, now = Date.now()): string {
  const hours = Math.floor((now - milliseconds) / HOUR_MS);
  if (hours < 1) return "within the last hour";
  return hours < 24 ? relative.format(-hours, "hour") : relative.format(-Math.floor(hours / 24), "day");
}
