import "server-only";
import type { Factor } from "@supabase/supabase-js";
import {
  type Account,
  getAccount,
  getToken,
  getViewer,
  readUser,
  type TokenAccount,
} from "../auth/identity.server.ts";
import { type ConsoleRole, isEnough } from "../auth/roles.ts";
import { getAppEnv } from "../env.ts";
import { showsSecret } from "../secrets.server.ts";
import { removeSessionFlag, type SessionClient, sessionClient } from "../supabase/session.server.ts";
import { readBearer, readClaims } from "../supabase/token.server.ts";
import { jsonError } from "./json.ts";
import { apiMessages, refusals } from "./messages.ts";
import type { Parsed } from "./read-body.ts";

/** `client` acts with the user's own token, so that row-level security decides. */
type SignedIn<User extends Account = Account> = { client: SessionClient; user: User };
/** `factors` are the second factors of the account, including those whose enrolment is not finished. */
type InConsole = SignedIn & { factors: Factor[] };

/** What a handler receives about its caller, by the role that its route requires. */
export type Callers = {
  visitor: object;
  user: SignedIn<TokenAccount>;
  /** The sender of a session that the app has not verified: for calls that the database itself authorises. */
  session: { client: SessionClient; user: { id: string } };
  admin: InConsole;
  /** Administrators and editors. */
  editor: InConsole;
  /** Every account whose role opens the console. */
  viewer: InConsole;
  /** The access token of `Authorization: Bearer`, not verified; null without one. Cookies are ignored. */
  bearer: { token: string | null };
  /** The host's timer, which authenticates by the token CRON_SECRET. */
  scheduler: object;
};
export type Role = keyof Callers;

/** Identifies and verifies the caller; returns the response of a refusal if the role is not met. */
export const callers: { [R in Role]: (request: Request) => Promise<Parsed<Callers[R]>> } = {
  async visitor() {
    return { ok: true, value: {} };
  },

  async user() {
    const client = await sessionClient();
    const user = await getAccount(client);
    return user ? { ok: true, value: { client, user } } : refuseVisitor(refusals.notAuthenticated);
  },

  async session() {
    const client = await sessionClient();
    const token = await getToken(client);
    return token
      ? { ok: true, value: { client, user: { id: readClaims(token).sub ?? "" } } }
      : refuseVisitor(refusals.notAuthenticated);
  },

  admin: () => readConsoleUser("admin"),
  editor: () => readConsoleUser("editor"),
  viewer: () => readConsoleUser("viewer"),

  async bearer(request) {
    return { ok: true, value: { token: readBearer(request.headers.get("authorization")) } };
  },

  async scheduler(request) {
    const { cronSecret } = getAppEnv();
    if (!cronSecret) return refuse(404, refusals.notScheduled);
    return showsSecret(request.headers.get("authorization"), cronSecret)
      ? { ok: true, value: {} }
      : refuse(401, refusals.notAllowed);
  },
};

/** What a caller without a role of the console is told. */
export const roleRefusals = {
  admin: refusals.adminsOnly,
  editor: refusals.editorsOnly,
  viewer: refusals.consoleOnly,
} as const;

async function readConsoleUser(needed: ConsoleRole): Promise<Parsed<InConsole>> {
  const client = await sessionClient();
  const known = await readUser(client);
  if (!known) return refuseVisitor(apiMessages.notSignedIn);
  const user = await getViewer(client, { id: known.id, email: known.email ?? "" });
  if (!user) return refuseVisitor(apiMessages.notSignedIn);
  if (!isEnough(user.role, needed)) return refuse(403, roleRefusals[needed]);
  return { ok: true, value: { client, user, factors: known.factors ?? [] } };
}

/** The 401 response for a caller without a valid session. Removes the session flag, so that pages show a visitor. */
export async function refuseVisitor(message: string) {
  await removeSessionFlag();
  return refuse(401, message);
}

const refuse = (status: number, message: string) =>
  ({ ok: false, response: jsonError(status, message) }) as const;
