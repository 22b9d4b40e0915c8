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

/** Fails where work takes too long; its result may still come, for the next one who waits for it. */
export async function waitPatiently<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It took too long")), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
