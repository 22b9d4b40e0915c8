/**
 * How long requests are retried after the backend has become unavailable, in milliseconds: a restart can take six
 * seconds or more on a busy machine. The app's pages abort after fifteen.
 */
const TIMEOUT_MS = 10_000;
/** How fast the pauses between retries grow: after this many milliseconds they are twice as long. */
const SLOWING_MS = 2_000;

/** The codes for a data API without a connection to its database; the embedded API uses PT503. */
const NO_CONNECTION = /^(08...|57P0.|PGRST00.|PGRST202|PGRST205|PT503)$/;

/** The names of the errors of a request that its sender aborted or that timed out. */
const CALLED_OFF = /^(Abort|Timeout)Error$/;

/** Database functions that only read. */
export const READING_FUNCTIONS =
  /^(course_progress|continue_watching|list_notes|merged_lecture|my_learning|own_sessions|is_\w+|admin_\w+)$/;

/** The `performance.now()` at which the backend became unavailable; undefined while it is available. */
let unavailableSince: number | undefined;

/**
 * Sends an idempotent request, and retries it while the backend restarts, for at most ten seconds. Once the backend has
 * been unavailable for that long, requests fail without a retry.
 */
export async function sendWithRetry(send: () => Promise<Response>): Promise<Response> {
  let failingSince: number | undefined;
  for (;;) {
    const outcome = await send()
      .then(readWhole)
      .catch((error: Error) => error);
    const isUnavailable =
      outcome instanceof Error ? !CALLED_OFF.test(outcome.name) : await reportsUnavailable(outcome);
    if (!isUnavailable) {
      unavailableSince = undefined;
      return settle(outcome);
    }
    const now = performance.now();
    unavailableSince ??= now;
    failingSince ??= now;
    // Other requests may succeed meanwhile, which ends the backend's time but not this one's.
    const waited = now - Math.min(unavailableSince, failingSince);
    if (waited > TIMEOUT_MS) return settle(outcome);
    // A random pause: simultaneous retries could keep the backend from recovering.
    const pause = (150 + Math.random() * 150) * (1 + waited / SLOWING_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function settle(outcome: Response | Error): Response {
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

/** Whether a request is idempotent: it reads, writes a row whatever its previous state, or renews a session. */
export function isRepeatable(
  input: RequestInfo | URL,
  { method = "GET", headers }: RequestInit = {},
): boolean {
  if (method === "GET" || method === "HEAD") return true;
  if (new Headers(headers).get("Prefer")?.includes("resolution=merge-duplicates")) return true;
  const { pathname, search } = new URL(String(input));
  // The auth service accepts the same refresh token again within ten seconds, with the same answer.
  if (pathname.endsWith("/auth/v1/token")) return search.includes("grant_type=refresh_token");
  const [, name = ""] = /\/rest\/v1\/rpc\/(\w+)$/.exec(pathname) ?? [];
  // Watched seconds are added to a set, and a note is overwritten, so repeated calls have the same result.
  return READING_FUNCTIONS.test(name) || name === "record_watching" || name === "save_note";
}

/** Reads a JSON response to its end, so that a broken connection is noticed here. Other bodies stay streams. */
async function readWhole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const isJson = /^application\/(\S+\+)?json\b/.test(headers.get("Content-Type") ?? "");
  if (!isJson || !response.body) return response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

async function reportsUnavailable(response: Response): Promise<boolean> {
  if (response.ok) return false;
  const answer = await response
    .clone()
    .json()
    .catch(() => null);
  // Without an error code, the response comes from a proxy or from a service that is going down.
  if (response.status >= 500 && !answer?.code) return true;
  return NO_CONNECTION.test(answer?.code);
}
