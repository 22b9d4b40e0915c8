/** Messages about notes. */
export const noteMessages = {
  deleted: "Note deleted",
  bookmarkDeleted: "Bookmark deleted",
  saveFailed: "The note could not be saved",
  bothKept: "The note was changed elsewhere meanwhile. Both texts are kept.",
  signedOut: "You are signed out. Your change is kept on this device until you sign in again.",
  otherAccount: "Another account has signed in. Your change is kept on this device until you are back.",
  full: "You have as many notes as an account can hold. Delete some, then save it again.",
  deviceFull: "This device keeps no more notes. Sign in, or delete some.",
  notLoaded: "Your notes could not be loaded.",
  none: "There are no notes to export",
  noSuchNote: "There is no such note",
  copied: "Copied to clipboard",
  copyFailed: "They could not be copied",
} as const;
