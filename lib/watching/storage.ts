/** The storage key for what a visitor has watched, by the ids of the lectures. */
export const DEVICE_PLACES = "lectern:watching:v1";

/** The storage key for what an account has watched, until the server has acknowledged it. */
export const UNSENT = "lectern:watching:unsent:v1";

/** Whether this browser stores a visitor's place in a lecture, or in its video. Fast enough for every page. */
export const hasDevicePlace = (recordId: number, videoId: string) =>
  holds(`"${recordId}":`) || holds(`"videoId":"${videoId}"`);

/** Whether this browser stores a visitor's place in any lecture. */
export const hasDevicePlaces = () => holds('":');

function holds(text: string): boolean {
  try {
    return localStorage.getItem(DEVICE_PLACES)?.includes(text) ?? false;
  } catch {
    return false;
  }
}
