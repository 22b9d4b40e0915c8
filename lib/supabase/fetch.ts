import { isRepeatable, sendThroughRestart } from "./restart.ts";

/** Longer than the embedded API lets a query take, and shorter than a proxy waits for the app. */
const PATIENCE_MS = 45_000;

/**
 * `fetch` for what belongs to one moment or one account. Next keeps nothing of it, and does not copy the
 * response either: to share responses within a page it splits each stream in two, and the half that is not
 * read fills memory and holds the connection open. A request that brings a signal is left alone. A backend that
 * takes a request and does not begin to answer is given up; how long a file takes to send, its sender decides.
 * What may be sent twice waits for a backend that restarts.
 */
export const uncachedFetch: typeof fetch = async (input, init) => {
  const send = () => sendOnce(input, init);
  return isRepeatable(input, init) ? sendThroughRestart(send) : send();
};

const sendOnce: typeof fetch = async (input, init) => {
  const patience = new AbortController();
  const isShort = init?.body == null || typeof init.body === "string";
  const timer = isShort ? setTimeout(() => patience.abort(), PATIENCE_MS) : undefined;
  try {
    return await fetch(input, { ...init, cache: "no-store", signal: init?.signal ?? patience.signal });
  } finally {
    clearTimeout(timer);
  }
};
