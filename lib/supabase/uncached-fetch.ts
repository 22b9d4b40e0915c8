/**
 * `fetch` for what belongs to one moment or one account: never kept, and never copied either. Next shares
 * answers within a page by splitting each stream in two; the half that nobody reads fills memory, and keeps
 * the other half from being closed before its end. A request that brings a signal is left alone.
 */
export const uncachedFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, cache: "no-store", signal: init?.signal ?? new AbortController().signal });
