/**
 * `fetch` for what belongs to one moment or one account. Next keeps nothing of it, and does not copy the
 * response either: to share responses within a page it splits each stream in two, and the half that is not
 * read fills memory and holds the connection open. A request that brings a signal is left alone.
 */
export const uncachedFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, cache: "no-store", signal: init?.signal ?? new AbortController().signal });

/** A hosted auth service accepts a refresh token again for this long, for requests that race; so do we. */
const SHARED_MS = 10_000;

type Refresh = { response: Promise<Response>; until: number };
const refreshes = new Map<string, Refresh>();

/**
 * `fetch` for clients of sessions. Requests that arrive with the same session at its end share one refresh:
 * a refresh token is good once, and the embedded auth service ends a session whose token comes back later.
 */
export async function sessionFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const request = () => uncachedFetch(input, init);
  const isRefresh = String(input).includes("/token?grant_type=refresh_token");
  if (!isRefresh || typeof init.body !== "string") return request();
  const refresh = findRefresh(init.body) ?? keepRefresh(init.body, request());
  return (await refresh.response).clone();
}

function findRefresh(body: string): Refresh | undefined {
  for (const [key, { until }] of refreshes) if (until < Date.now()) refreshes.delete(key);
  return refreshes.get(body);
}

function keepRefresh(body: string, response: Promise<Response>): Refresh {
  const refresh = { response, until: Date.now() + SHARED_MS };
  refreshes.set(body, refresh);
  const forget = () => refreshes.delete(body);
  // A refresh that failed may succeed the next time.
  response.then(({ ok }) => ok || forget(), forget);
  return refresh;
}
