/** Where a browser keeps what a visitor has seen, by the ids of the lectures. */
export const DEVICE_PLACES = "lectern:watching:v1";

/** Where it keeps what an account has seen until the server has acknowledged it. */
export const UNSENT = "lectern:watching:unsent:v1";

/** For the end of a session: the next account of this browser shall not find it. */
export function forgetUnsent(): void {
  try {
    localStorage.removeItem(UNSENT);
  } catch {
    // There is nothing to forget.
  }
}

/** Whether something is kept there of a lecture. Cheap enough for every page. */
export const hasDevicePlace = (recordId: number) => holds(`"${recordId}":`);

/** Whether something is kept there of any lecture. */
export const hasDevicePlaces = () => holds('":');

function holds(text: string): boolean {
  try {
    return localStorage.getItem(DEVICE_PLACES)?.includes(text) ?? false;
  } catch {
    return false;
  }
}
