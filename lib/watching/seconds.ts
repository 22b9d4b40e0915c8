/** Seconds of a video that were seen: [from, to) in whole seconds, in order, none touching the next. */
export type Seconds = readonly (readonly [from: number, to: number])[];

/** Those of either. In any order and as often as it is done, the result is the same. */
export function unite(one: Seconds, other: Seconds): Seconds {
  const united: [number, number][] = [];
  for (const [from, to] of [...one, ...other].sort(([a], [b]) => a - b)) {
    const last = united.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (from < to) united.push([from, to]);
  }
  return united;
}

/** How many there are. */
export const countSeconds = (seconds: Seconds) => seconds.reduce((sum, [from, to]) => sum + to - from, 0);

/** Where the first part begins that was not seen; null where all of a video was. */
export function firstUnseen(seconds: Seconds, duration: number): number | null {
  const end = seconds[0]?.[0] === 0 ? seconds[0][1] : 0;
  return end >= Math.floor(duration) ? null : end;
}

/**
 * Whether what was seen completes a lecture: nine tenths of all seconds, or the end and eight tenths. As
 * `private.is_watched` has it in the database.
 */
export function isWatched(seconds: Seconds, duration: number): boolean {
  const share = countSeconds(seconds) / duration;
  const hasEnd = (seconds.at(-1)?.[1] ?? 0) >= Math.floor(duration) - 1;
  return share >= 0.9 || (hasEnd && share >= 0.8);
}

const FIRST_SECONDS = 15;

/**
 * Whether so many seconds of a video are more than a look at it: fifteen, or half of one that is shorter than thirty.
 * Before that nothing is remembered.
 */
export const hasBegun = (seconds: Seconds, duration: number) =>
  countSeconds(seconds) >= Math.min(FIRST_SECONDS, duration / 2);
