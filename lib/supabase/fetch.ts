import { isRepeatable, sendWithRetry } from "./restart.ts";

/** Longer than the embedded API's query timeout, and shorter than a proxy's timeout for the app. */
const TIMEOUT_MS = 45_000;

/**
 * `fetch` for data of one moment or one account. Next does not cache it, and does not copy the response either:
 * to share responses within a page, Next splits each stream in two, and the half that is not read fills memory and
 * keeps the connection open. A request is aborted if the backend accepts it but does not start to respond, unless
 * the caller passes its own signal or a body that is not a string, such as a file, which may take long to send.
 * Requests that may be sent twice are retried while the backend restarts.
 */
export const uncachedFetch: typeof fetch = async (input, init) => {
  const send = () => sendOnce(input, init);
  return isRepeatable(input, init) ? sendWithRetry(send) : send();
};

const sendOnce: typeof fetch = async (input, init) => {
  const timeout = new AbortController();
  const isShort = init?.body == null || typeof init.body === "string";
  const timer = isShort ? setTimeout(() => timeout.abort(), TIMEOUT_MS) : undefined;
  try {
    return await fetch(input, { ...init, cache: "no-store", signal: init?.signal ?? timeout.signal });
  } finally {
    clearTimeout(timer);
  }
};
