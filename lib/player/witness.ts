/** Seconds of play that are believed; of a short video half of it. */
const BELIEVED_SECONDS = 20;
/** Between two reports that follow on each other. */
const MOST_SECONDS = 5;

type Told = { position: number; duration: number; isPlaying: boolean };

/**
 * Finds out whether a video really plays, and how long it is. An advertisement before it has a length of its own, so only
 * what has been told through seconds of play counts.
 * @returns a function that is given each report of the player, and returns the length once it is sure, null until then
 */
export function createWitness(): (told: Told) => number | null {
  let length = 0;
  let played = 0;
  let before: number | undefined;
  return ({ position, duration, isPlaying }) => {
    if (Math.abs(duration - length) > 1) {
      length = duration;
      played = 0;
      before = undefined;
    }
    const step = before === undefined ? 0 : position - before;
    if (isPlaying && step > 0 && step <= MOST_SECONDS) played += step;
    before = position;
    return played >= Math.min(BELIEVED_SECONDS, length / 2) ? length : null;
  };
}
