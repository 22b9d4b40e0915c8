import { countSeconds, type Seconds } from "@/lib/watching/seconds";
import { formatTime } from "@/lib/watching/times";

/** `duration` is 0 while it is not known. */
type WatchedStripProps = { seen: Seconds; duration: number };

/** A bar that stands for the whole video, with the watched parts filled. */
export function WatchedStrip({ seen, duration }: WatchedStripProps) {
  const share = (seconds: number) => `${(100 * Math.min(seconds, duration)) / Math.max(duration, 1)}%`;
  return (
    <div
      role="img"
      aria-label={describeSeen(seen, duration)}
      className="relative h-1.5 overflow-hidden rounded-full bg-well forced-colors:border"
    >
      {seen.map(([from, to]) => (
        <span
          key={from}
          className="absolute inset-y-0 bg-board forced-colors:bg-[Highlight]"
          style={{ left: share(from), width: share(to - from) }}
        />
      ))}
    </div>
  );
}

/** `Watched 28 of 50 minutes: 0:00–12:40, 34:40–50:00` */
function describeSeen(seen: Seconds, duration: number): string {
  if (duration === 0) return "Watched nothing yet";
  const minutes = (seconds: number) => Math.round(seconds / 60);
  const total = Math.max(1, minutes(duration));
  const watched = Math.min(minutes(countSeconds(seen)), total);
  const count = watched === 0 && seen.length > 0 ? "less than 1" : watched;
  const summary = `Watched ${count} of ${total} minute${total === 1 ? "" : "s"}`;
  if (seen.length === 0) return summary;
  return `${summary}: ${seen.map(([from, to]) => `${formatTime(from)}–${formatTime(Math.min(to, duration))}`).join(", ")}`;
}
