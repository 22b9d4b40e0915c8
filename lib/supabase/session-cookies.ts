import { combineChunks, stringFromBase64URL } from "@supabase/ssr";

type Cookie = { name: string; value: string };

/** Name of the session's cookies; long sessions are cut into `lectern-session.0`, `.1` … */
export const SESSION_COOKIE = "lectern-session";

const ENCODING = "base64-";
/** Three parts, in an alphabet that cannot break out of a header. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Whether a cookie holds a session, or a part of one. */
export function isSession({ name, value }: Cookie): boolean {
  return /^lectern-session(\.\d+)?$/.test(name) && value !== "";
}

/**
 * The access token in a request's session cookies, as it stands there: nothing is refreshed and
 * nothing verified. Null for whatever is not a session.
 */
export async function readAccessToken(cookies: readonly Cookie[]): Promise<string | null> {
  const session = await combineChunks(
    SESSION_COOKIE,
    (name) => cookies.find((cookie) => cookie.name === name)?.value,
  );
  if (!session?.startsWith(ENCODING)) return null;
  try {
    return readToken(JSON.parse(stringFromBase64URL(session.slice(ENCODING.length)))?.access_token);
  } catch {
    return null;
  }
}

/** The token of an `Authorization: Bearer` header, or null. */
export function readBearer(header: string | null): string | null {
  return readToken(/^Bearer +(\S+)$/i.exec(header?.trim() ?? "")?.[1]);
}

function readToken(value: unknown): string | null {
  return typeof value === "string" && TOKEN.test(value) ? value : null;
}
