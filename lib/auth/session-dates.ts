const days = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "short", day: "numeric" });
const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
const HOUR_MS = 3_600_000;

/** A day on the reader's calendar: `Nov 21, 2026`. */
export function formatDay(milliseconds: number): string {
  return days.format(milliseconds);
}

/** How long ago a session was active. The auth service hears of one once an hour, so nothing shorter is known. */
export function describeAge(milliseconds: number, now = Date.now()): string {
  const hours = Math.floor((now - milliseconds) / HOUR_MS);
  if (hours < 1) return "within the last hour";
  return hours < 24 ? relative.format(-hours, "hour") : relative.format(-Math.floor(hours / 24), "day");
}
