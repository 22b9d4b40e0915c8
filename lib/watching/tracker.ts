import { type Seconds, unionOf } from "./seconds.ts";

/** The state of a player at one moment; `at` is in milliseconds of any monotonic clock. */
type Report = { position: number; rate: number; isPlaying: boolean; at: number };

/**
 * Determines from a player's reports which seconds were really watched: those between two successive reports, if the
 * player was playing and the position advanced no further than playback explains. Anything else was a jump.
 */
export function createTracker() {
  let last: Report | undefined;
  let seen: Seconds = [];
  return {
    add(report: Report): void {
      const before = last;
      last = report;
      if (!before?.isPlaying) return;
      const elapsed = (report.at - before.at) / 1000;
      const played = report.position - before.position;
      const explained = 1.5 * elapsed * Math.max(before.rate, report.rate) + 1;
      if (played > 0 && played <= explained)
        seen = unionOf(seen, [[Math.floor(before.position), Math.ceil(report.position)]]);
    },
    /** Returns and clears the seconds that were watched since the last call. */
    take(): Seconds {
      const taken = seen;
      seen = [];
      return taken;
    },
    /** Starts a new playback: the seconds between the previous report and the next one do not count as watched. */
    interrupt(): void {
      last = undefined;
    },
  };
}
