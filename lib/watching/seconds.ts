/** The watched seconds of a video: sorted ranges [from, to) in whole seconds, which neither overlap nor touch. */
export type Seconds = readonly (readonly [from: number, to: number])[];

/** The union of two sets of seconds. It is commutative and idempotent. */
export function unionOf(one: Seconds, other: Seconds): Seconds {
  const united: [number, number][] = [];
  for (const [from, to] of [...one, ...other].sort(([a], [b]) => a - b)) {
    const last = united.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (from < to) united.push([from, to]);
  }
  return united;
}

const MOST_PIECES = 100;

function closeGaps(seconds: Seconds, shorterThan: number): Seconds {
  const gaps = seconds.flatMap(([from], index) => {
    const end = seconds[index - 1]?.[1];
    return end !== undefined && from - end < shorterThan ? [[end, from] as const] : [];
  });
  return unionOf(seconds, gaps);
}

/**
 * Closes gaps, the shortest first, until there are at most a hundred ranges: a learner who skips back and forth leaves
 * many. The same rule as `private.limit_pieces` in the database.
 */
export const limitPieces = (seconds: Seconds) =>
  [2, 10, 60, 600].reduce(
    (limited, gap) => (limited.length > MOST_PIECES ? closeGaps(limited, gap) : limited),
    seconds,
  );

/** The number of seconds in the ranges. */
export const countSeconds = (seconds: Seconds) => seconds.reduce((sum, [from, to]) => sum + to - from, 0);

/** The first second that was not watched; null if the whole video was. */
export function firstUnseen(seconds: Seconds, duration: number): number | null {
  const end = seconds[0]?.[0] === 0 ? seconds[0][1] : 0;
  return end >= Math.floor(duration) ? null : end;
}

/**
 * Whether the watched seconds complete a lecture: nine tenths of all seconds, or eight tenths including the end. The
 * same rule as `private.is_watched` in the database.
 */
export function isWatched(seconds: Seconds, duration: number): boolean {
  const share = countSeconds(seconds) / duration;
  const hasEnd = (seconds.at(-1)?.[1] ?? 0) >= Math.floor(duration) - 1;
  return share >= 0.9 || (hasEnd && share >= 0.8);
}

const FIRST_SECONDS = 15;

/**
 * Whether enough of a video was watched to store anything: fifteen seconds, or half of a video that is shorter than
 * thirty.
 */
export const hasBegun = (seconds: Seconds, duration: number) =>
  countSeconds(seconds) >= Math.min(FIRST_SECONDS, duration / 2);
