"use client";

/** If no response begins within this time, the visitor is told that the server could not be reached. */
export const TIMEOUT_MS = 15_000;
/** The time for the body of a response that has begun: on a slow network it may take longer. */
const WHOLE_ANSWER_MS = 60_000;

/**
 * `fetch` that resolves once the whole body has arrived. It rejects if the server stays silent or breaks off.
 * @param timeoutMs milliseconds until the response must have begun
 * @param load sends the request
 */
export async function fetchWithTimeout(
  input: RequestInfo | URL,
  init: RequestInit = {},
  timeoutMs = TIMEOUT_MS,
  load: typeof fetch = fetch,
): Promise<Response> {
  const silence = new AbortController();
  const giveUp = () => silence.abort();
  let timer = setTimeout(giveUp, timeoutMs);
  try {
    const signals = init.signal ? [init.signal, silence.signal] : [silence.signal];
    const response = await load(input, { ...init, signal: AbortSignal.any(signals) });
    clearTimeout(timer);
    timer = setTimeout(giveUp, WHOLE_ANSWER_MS);
    await response.clone().arrayBuffer();
    return response;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the same request may succeed later: no response, too many requests, or an error of the server. */
export function isTransient({ status }: { status: number }): boolean {
  return status === 0 || status === 429 || status >= 500;
}
