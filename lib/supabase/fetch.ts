/**
 * `fetch` for what belongs to one moment or one account. Next keeps nothing of it, and does not copy the
 * response either: to share responses within a page it splits each stream in two, and the half that is not
 * read fills memory and holds the connection open. A request that brings a signal is left alone.
 */
export const uncachedFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, cache: "no-store", signal: init?.signal ?? new AbortController().signal });
