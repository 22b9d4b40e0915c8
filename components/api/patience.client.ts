"use client";

/** Who hears nothing for so long is told that the server could not be reached. */
export const PATIENCE_MS = 15_000;
/** An answer that has begun may take longer, on a slow network. */
const WHOLE_ANSWER_MS = 60_000;

/**
 * `fetch` for a response whose body has arrived. It fails where the server is silent, or breaks off.
 * @param patience milliseconds until the response must have begun
 * @param load sends the request
 */
export async function fetchPatiently(
  input: RequestInfo | URL,
  init: RequestInit = {},
  patience = PATIENCE_MS,
  load: typeof fetch = fetch,
): Promise<Response> {
  const silence = new AbortController();
  const giveUp = () => silence.abort();
  let timer = setTimeout(giveUp, patience);
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

/** Whether the same request may succeed a little later: there was no response, or the server is in trouble. */
export function isTransient({ status }: { status: number }): boolean {
  return status === 0 || status === 429 || status >= 500;
}
