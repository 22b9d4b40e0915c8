import "server-only";
import type { User } from "@supabase/supabase-js";
import type { z } from "zod";
import { getSiteUrl } from "../env.ts";
import { type SessionClient, sessionClient } from "../supabase/session.server.ts";
import { identify } from "./identity.server.ts";
import { authMessages } from "./messages.ts";
import { readText } from "./request-text.ts";
import { isSameOrigin } from "./same-origin.ts";
import { getUser } from "./viewer.server.ts";

/** Most bodies are a form's worth of JSON. */
const MAX_BODY_BYTES = 10_000;

/** A JSON answer that nobody keeps. */
export function answer(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "private, no-store", ...headers } });
}

export const refuse = (status: number, message: string, headers?: Record<string, string>) =>
  answer({ message }, status, headers);

/** 403 for a request that another site had a browser send; null for one of ours. */
export function refuseForeign(request: Request): Response | null {
  return isSameOrigin(request, getSiteUrl()) ? null : refuse(403, authMessages.foreignOrigin);
}

/** The body as the schema has it, or the 400 or 413 that says what is wrong with it. */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBytes = MAX_BODY_BYTES,
): Promise<{ ok: true; body: z.output<Schema> } | { ok: false; response: Response }> {
  const text = await readText(request, maxBytes);
  const invalid = (message: string = authMessages.invalidRequest) =>
    ({ ok: false, response: refuse(400, message) }) as const;
  if (text === null) return { ok: false, response: refuse(413, authMessages.invalidRequest) };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return invalid();
  }
  const parsed = schema.safeParse(json);
  return parsed.success ? { ok: true, body: parsed.data } : invalid(parsed.error.issues[0]?.message);
}

type Signed = { client: SessionClient; user: User };

/** Runs a handler as the signed-in user; 401 with a JSON message for everybody else. */
export async function asUser(handle: (signed: Signed) => Promise<Response>): Promise<Response> {
  const client = await sessionClient();
  const user = await getUser(client);
  return user ? handle({ client, user }) : refuse(401, authMessages.notAuthenticated);
}

/**
 * Runs a handler as the administrator who asks, with her own token; 401 with a JSON message for
 * nobody, 403 for an ordinary user, and for anybody where the role could not be read.
 */
export async function asAdmin(handle: (admin: Signed) => Promise<Response>): Promise<Response> {
  const client = await sessionClient();
  const identity = await identify(client);
  if (!identity) return refuse(401, authMessages.notSignedIn);
  return identity.viewer.isAdmin
    ? handle({ client, user: identity.user })
    : refuse(403, authMessages.adminsOnly);
}
