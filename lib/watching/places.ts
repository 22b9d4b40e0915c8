import { limitPieces, type Seconds, unionOf } from "./seconds.ts";
import type { DevicePlace, Place } from "./types.ts";

/** Whether a place may be of a video: one whose video is not known may be. */
export const isPlaceIn = (place: Pick<Place, "videoId">, videoId: string | undefined): boolean =>
  !place.videoId || !videoId || place.videoId === videoId;

/** All that was watched of a video: what was known, unless it is of another video, and what is told. */
export function addWatched(known: Place | undefined, told: Place): Seconds {
  return limitPieces(unionOf(known && isPlaceIn(known, told.videoId) ? known.watched : [], told.watched));
}

/** The latest of several places in one video, with all that was watched of it; undefined if there is none. */
export function joinPlaces(places: readonly Place[]): Place | undefined {
  const [latest] = [...places].sort((a, b) => b.at - a.at);
  return latest && { ...latest, watched: limitPieces(places.map(({ watched }) => watched).reduce(unionOf)) };
}

/** The place of a lecture on a device, joined with those of other lectures that have the same video. */
export function placeOnDevice(
  places: Readonly<Record<string, DevicePlace>>,
  recordId: number,
  videoId: string,
): Place | undefined {
  const own = places[recordId];
  const others = Object.entries(places).filter(
    ([id, place]) => place.videoId === videoId && id !== String(recordId),
  );
  return joinPlaces([...(own && isPlaceIn(own, videoId) ? [own] : []), ...others.map(([, place]) => place)]);
}
