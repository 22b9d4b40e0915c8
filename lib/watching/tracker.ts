import { type Seconds, unite } from "./seconds.ts";

/** What a player says of itself at a moment; `at` in milliseconds, by whatever clock. */
export type Report = { position: number; rate: number; isPlaying: boolean; at: number };

/**
 * Finds out from a player's reports which seconds were really seen: those between two reports that lie no further
 * apart than playing can explain, in which the player played. Everything else was a jump.
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
        seen = unite(seen, [[Math.floor(before.position), Math.ceil(report.position)]]);
    },
    /** What was seen since it was taken last. */
    take(): Seconds {
      const taken = seen;
      seen = [];
      return taken;
    },
    /** What comes next is another play: nothing lies between it and what came before. */
    interrupt(): void {
      last = undefined;
    },
  };
}
