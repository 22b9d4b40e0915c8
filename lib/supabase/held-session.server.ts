import "server-only";
import { cookies, headers } from "next/headers";
import { readClientAddress } from "../client-address.ts";
import { type CookieJar, createSessionClient, isSession } from "./session.server.ts";

/**
 * A client with a session of its own beside that of the sender's cookies. Whatever it changes is gone with the request,
 * unless `keep` puts it in the place of the sender's session. For route handlers.
 * @param session the cookies of the session that it begins with, by name
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
