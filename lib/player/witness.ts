import { isOfVideo, isSameLength } from "./advertisements.ts";

/** Seconds of playback after which a length is trusted; for a short video, half its length is enough. */
const BELIEVED_SECONDS = 20;
/** The largest step between two reports that still counts as continuous playback, in seconds. */
const MOST_SECONDS = 5;

type Told = { position: number; duration: number; isPlaying: boolean; hasEnded: boolean };

/**
 * Detects whether a video really plays, and how long it is. An advertisement before the video has its own length, so
 * a length only counts if the player has reported it during several seconds of playback, and a short one at the end.
 * @returns a function to call with each report of the player; it returns the length once that is certain, else null
 */
export function createWitness(): (told: Told) => number | null {
  let length = 0;
  let played = 0;
  let before: number | undefined;
  return ({ position, duration, isPlaying, hasEnded }) => {
    if (!isSameLength(duration, length)) {
      length = duration;
      played = 0;
      before = undefined;
    }
    const step = before === undefined ? 0 : position - before;
    if (isPlaying && step > 0 && step <= MOST_SECONDS) played += step;
    before = position;
    const isBelieved = played >= Math.min(BELIEVED_SECONDS, length / 2) && isOfVideo({ duration, hasEnded });
    return isBelieved ? length : null;
  };
}
