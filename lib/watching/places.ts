import { limitPieces, type Seconds, unionOf } from "./seconds.ts";
import type { Place } from "./types.ts";

/** Whether a place may be of a video: one whose video is not known may be. */
export const isPlaceIn = (place: Pick<Place, "videoId">, videoId: string | undefined): boolean =>
  !place.videoId || !videoId || place.videoId === videoId;

/** All that was watched of a video: what was known, unless it is of another video, and what is told. */
export function addWatched(known: Place | undefined, told: Place): Seconds {
  return limitPieces(unionOf(known && isPlaceIn(known, told.videoId) ? known.watched : [], told.watched));
}
