import { uncachedFetch } from "./uncached-fetch.ts";

/** A hosted auth service takes a refresh token again for this long, for the requests that race; so do we. */
const SHARED_MS = 10_000;

type Refresh = { answer: Promise<Response>; until: number };
const refreshes = new Map<string, Refresh>();

/**
 * `fetch` for clients of sessions. Requests that arrive with the same session at its end ask for one
 * new session together: a refresh token is good once, and the embedded auth service ends a session
 * whose token comes back after two answers.
 */
export async function sessionFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const request = () => uncachedFetch(input, init);
  const isRefresh = String(input).includes("/token?grant_type=refresh_token");
  if (!isRefresh || typeof init.body !== "string") return request();
  const refresh = findRefresh(init.body) ?? keepRefresh(init.body, request());
  return (await refresh.answer).clone();
}

function findRefresh(body: string): Refresh | undefined {
  for (const [key, { until }] of refreshes) if (until < Date.now()) refreshes.delete(key);
  return refreshes.get(body);
}

function keepRefresh(body: string, answer: Promise<Response>): Refresh {
  const refresh = { answer, until: Date.now() + SHARED_MS };
  refreshes.set(body, refresh);
  const forget = () => refreshes.delete(body);
  // What failed may go well the next time.
  answer.then(({ ok }) => ok || forget(), forget);
  return refresh;
}
