/** Advertisements are hardly ever as long, in seconds. */
const LONGER_THAN_ADVERTISEMENTS = 90;

/**
 * Whether a length that the player reports is certainly the video's: during an advertisement the player may report the
 * time and the length of that. It reports an end only of the video itself.
 * @param known the video's length, if it is known already
 */
export function isOfVideo(
  { duration, hasEnded }: { duration: number; hasEnded: boolean },
  known?: number | null,
): boolean {
  return hasEnded || duration >= LONGER_THAN_ADVERTISEMENTS || isSameLength(duration, known ?? 0);
}

/** Players round lengths differently. */
export const isSameLength = (one: number, other: number): boolean => Math.abs(one - other) <= 1;
