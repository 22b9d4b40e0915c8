/** The `localStorage` key of a visitor's notes, which are stored by id. */
export const DEVICE_NOTES = "lectern:notes:v1";

/** The `localStorage` key of an account's notes that the server has not yet acknowledged. */
export const UNSENT_NOTES = "lectern:notes:unsent:v1";

/** Whether this device stores notes of a visitor. Cheap enough for every page. */
export function hasDeviceNotes(): boolean {
  try {
    return localStorage.getItem(DEVICE_NOTES)?.includes('"seconds"') ?? false;
  } catch {
    return false;
  }
}

/** Whether this device has notes of an account that the server has not yet acknowledged. */
export function hasUnsentNotes(): boolean {
  try {
    return Object.keys(JSON.parse(localStorage.getItem(UNSENT_NOTES) ?? "{}")).length > 0;
  } catch {
    return false;
  }
}

/** Deletes unsent notes at the end of a session, so that the next account in this browser does not find them. */
export function forgetUnsentNotes(): void {
  try {
    localStorage.removeItem(UNSENT_NOTES);
  } catch {
    // Without access to the storage, there is nothing to delete.
  }
}
