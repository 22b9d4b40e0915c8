import "server-only";
import { cookies } from "next/headers";
import { getSiteUrl } from "../env.ts";
import { SESSION_FLAG } from "../session-flag.ts";
import { holdSession } from "./held-session.server.ts";
import { isSession } from "./session.server.ts";
import { type Cookie, SESSION_COOKIE } from "./session-token.ts";

// A sign-in that waits for the code of a second factor. Its session is stored in cookies that nothing else reads, so
// the sender is not signed in until the code is entered.

const UNFINISHED_COOKIE = "lectern-unfinished-session";
const PATH = "/api/auth";
const MAX_AGE_SECONDS = 10 * 60;

/** Sets aside the session that this request has started, until `resumeSession`. For route handlers. */
export async function suspendSession(): Promise<void> {
  const jar = await cookies();
  const session = jar.getAll().filter(isSession);
  for (const { name } of jar.getAll().filter(isUnfinished)) jar.delete({ name, path: PATH });
  for (const { name } of session) jar.delete(name);
  jar.delete(SESSION_FLAG);
  for (const { name, value } of session) {
    jar.set(name.replace(SESSION_COOKIE, UNFINISHED_COOKIE), value, {
      path: PATH,
      httpOnly: true,
      sameSite: "lax",
      secure: getSiteUrl().startsWith("https:"),
      maxAge: MAX_AGE_SECONDS,
    });
  }
}

/**
 * A client for the session that was set aside; null if there is none or it has expired. `finish` saves the client's
 * changes to the session and signs the sender in. For route handlers.
 */
export async function resumeSession() {
  const jar = await cookies();
  const unfinished = jar.getAll().filter(isUnfinished);
  if (unfinished.length === 0) return null;
  const session = new Map(
    unfinished.map(({ name, value }) => [name.replace(UNFINISHED_COOKIE, SESSION_COOKIE), value]),
  );
  const { client, keep } = await holdSession(session);
  const finish = async () => {
    await keep();
    for (const { name } of unfinished) jar.delete({ name, path: PATH });
  };
  return { client, finish };
}

const isUnfinished = ({ name, value }: Cookie) => name.startsWith(UNFINISHED_COOKIE) && value !== "";
