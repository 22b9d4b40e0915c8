export type Cookie = { name: string; value: string };

/** Name of the session's cookies; long sessions are split into `lectern-session.0`, `.1` … */
export const SESSION_COOKIE = "lectern-session";

const ENCODING = "base64-";
/** The three parts of a JWT, in characters that are safe in a header. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** What a refresh token may consist of, whichever service has made it. */
const PRINTABLE = /^[!-~]+$/;

/**
 * The access token in a request's session cookies, unchanged: it is neither refreshed nor verified. Null if the
 * cookies contain no whole session. `@supabase/ssr` joins and decodes them alike; it takes long to load, and the
 * server in front of Next does without it.
 *
 * @param read the value of the cookie with a name
 */
export function readSessionToken(read: (name: string) => string | undefined): string | null {
  const session = read(SESSION_COOKIE) || joinParts(read);
  if (!session.startsWith(ENCODING)) return null;
  try {
    const text = Buffer.from(session.slice(ENCODING.length), "base64url").toString();
    const { access_token, refresh_token, expires_at } = JSON.parse(text);
    return PRINTABLE.test(refresh_token) && Number.isFinite(expires_at) ? asToken(access_token) : null;
  } catch {
    return null;
  }
}

function joinParts(read: (name: string) => string | undefined): string {
  const parts: string[] = [];
  for (let part = read(`${SESSION_COOKIE}.0`); part; part = read(`${SESSION_COOKIE}.${parts.length}`))
    parts.push(part);
  return parts.join("");
}

/** The value if it has the form of a token; otherwise null. */
export function asToken(value: unknown): string | null {
  return typeof value === "string" && TOKEN.test(value) ? value : null;
}
