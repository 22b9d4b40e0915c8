/** Messages about watching. */
export const watchingMessages = {
  silent: "The player does not tell where it is. Your place is not remembered today.",
  added: "Added to your account",
  addedLater: "They are added as soon as the server can be reached.",
  forgotten: "Forgotten",
  notKept: "Your browser does not keep settings",
  forgetFailed: "What you have watched could not be forgotten",
  gone: "This video is no longer on YouTube.",
  notEmbeddable: "Its owner allows it on YouTube only.",
  failed: "This video could not be played.",
  notLoaded: "What you were doing could not be loaded.",
  nothing: "Nothing to continue right now",
  nothingHint: "A lecture that you begin waits for you here, at the second where you left it.",
  removed: "Removed from this row",
  removeFailed: "It could not be removed. Please try again.",
} as const;

/** The message for a YouTube player's error code. */
export function describeError(code: number): string {
  if (code === 2 || code === 100) return watchingMessages.gone;
  return code === 101 || code === 150 ? watchingMessages.notEmbeddable : watchingMessages.failed;
}
