/** The `localStorage` key of a visitor's notes, which are stored by id. */
export const DEVICE_NOTES = "lectern:notes:v1";

/** The `localStorage` key of an account's notes that the server has not yet acknowledged. */
export const UNSENT_NOTES = "lectern:notes:unsent:v1";

/** How the names begin under which a tab keeps notes that are being written; see `keep`. */
export const NOTE_DRAFTS = "note-draft-";

/** Whether this device stores notes of a visitor. Cheap enough for every page. */
export function hasDeviceNotes(): boolean {
  try {
    return localStorage.getItem(DEVICE_NOTES)?.includes('"seconds"') ?? false;
  } catch {
    return false;
  }
}
