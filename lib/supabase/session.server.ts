import "server-only";
import { cookies } from "next/headers";
import { createSessionClient, type SessionClient } from "./session-client.server.ts";

export type { SessionClient };

/**
 * A client that acts as whoever sent this request: row-level security decides with the user's own
 * token. For route handlers only, where a refreshed token can be written back; a page cannot set
 * cookies, and a refresh there would end the session.
 */
export async function sessionClient(): Promise<SessionClient> {
  return createSessionClient(await cookies());
}
