/**
 * How long requests wait for a backend that has just gone away, in milliseconds: it may be restarting, on a busy machine for
 * six seconds and more. A browser gives up after fifteen.
 */
const PATIENCE_MS = 10_000;
/** By how much the pauses grow while it is away: after so many milliseconds they are twice as long. */
const SLOWING_MS = 2_000;

/** The codes by which an API says that it has no connection to its database, PT503 by the embedded one. */
const NO_CONNECTION = /^(08...|57P0.|PGRST00.|PGRST202|PGRST205|PT503)$/;

/** What a request ends with that its sender calls off, or has given a time. */
const CALLED_OFF = /^(Abort|Timeout)Error$/;

/** Functions of the API that only read. */
export const READING_FUNCTIONS =
  /^(course_progress|continue_watching|list_notes|my_learning|own_sessions|is_\w+|admin_\w+)$/;

/** When the backend went away, of `performance.now()`; undefined while it is there. */
let awaySince: number | undefined;

/**
 * Sends a request that does no harm when it is sent twice, again and again while the backend restarts. Once the backend
 * has been away for ten seconds, visitors hear of it at once.
 */
export async function sendThroughRestart(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const outcome = await send()
      .then(readWhole)
      .catch((error: Error) => error);
    const isAway = outcome instanceof Error ? !CALLED_OFF.test(outcome.name) : await saysAway(outcome);
    if (!isAway) awaySince = undefined;
    else awaySince ??= performance.now();
    const awayFor = awaySince === undefined ? undefined : performance.now() - awaySince;
    if (awayFor === undefined || awayFor > PATIENCE_MS) {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    }
    // Not all at once: they would keep it from coming back.
    const pause = (150 + Math.random() * 150) * (1 + awayFor / SLOWING_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Whether a request may be sent twice: it reads, says how a row is to be, whatever it was, or renews a session. */
export function isRepeatable(
  input: RequestInfo | URL,
  { method = "GET", headers }: RequestInit = {},
): boolean {
  if (method === "GET" || method === "HEAD") return true;
  if (new Headers(headers).get("Prefer")?.includes("resolution=merge-duplicates")) return true;
  const { pathname, search } = new URL(String(input));
  // The auth service answers a refresh token that comes again within ten seconds as it did the first time.
  if (pathname.endsWith("/auth/v1/token")) return search.includes("grant_type=refresh_token");
  const [, name = ""] = /\/rest\/v1\/rpc\/(\w+)$/.exec(pathname) ?? [];
  // What was seen is added to a set, and a note is as it was written: as often as they come, the result is the same.
  return READING_FUNCTIONS.test(name) || name === "record_watching" || name === "save_note";
}

/** An answer that has arrived: it can break off, and only then is it known to be one. Files go on as they come in. */
async function readWhole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const isJson = /^application\/(\S+\+)?json\b/.test(headers.get("Content-Type") ?? "");
  if (!isJson || !response.body) return response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

async function saysAway(response: Response): Promise<boolean> {
  if (response.ok) return false;
  const answer = await response
    .clone()
    .json()
    .catch(() => null);
  // A proxy answers, or a service that broke off.
  if (response.status >= 500 && !answer?.code) return true;
  return NO_CONNECTION.test(answer?.code);
}
