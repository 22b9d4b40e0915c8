/** Where a browser keeps a visitor's notes, by their ids. */
export const DEVICE_NOTES = "lectern:notes:v1";

/** Where it keeps what an account has written until the server has acknowledged it. */
export const UNSENT_NOTES = "lectern:notes:unsent:v1";

/** Whether this device has notes of a visitor. Cheap enough for every page. */
export function hasDeviceNotes(): boolean {
  try {
    return localStorage.getItem(DEVICE_NOTES)?.includes('"seconds"') ?? false;
  } catch {
    return false;
  }
}

/** For the end of a session: the next account of this browser shall not find them. */
export function forgetUnsentNotes(): void {
  try {
    localStorage.removeItem(UNSENT_NOTES);
  } catch {
    // There is nothing to forget.
  }
}
