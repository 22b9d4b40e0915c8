import "server-only";
import { cookies, headers } from "next/headers";
import { readClientAddress } from "../client-address.ts";
import { type CookieJar, createSessionClient, isSession } from "./session.server.ts";

/**
 * A client with its own session, separate from the one in the sender's cookies. Its changes are discarded after the
 * request unless `keep` replaces the sender's session with them. For route handlers.
 * @param session the initial cookies of the session, by name
 */
export async function holdSession(session = new Map<string, string>()) {
  const changes: Parameters<CookieJar["set"]>[] = [];
  const held: CookieJar = {
    getAll: () => [...session].map(([name, value]) => ({ name, value })),
    set: (name, value, options) => {
      session.set(name, value);
      changes.push([name, value, options]);
    },
  };
  const client = createSessionClient(held, readClientAddress(await headers()));
  const keep = async () => {
    const jar = await cookies();
    for (const { name } of jar.getAll().filter(isSession)) jar.delete(name);
    for (const change of changes) jar.set(...change);
  };
  return { client, keep };
}
