import "server-only";
import type { User } from "@supabase/supabase-js";
import type { z } from "zod";
import { getSiteUrl } from "../env.ts";
import { type SessionClient, sessionClient } from "../supabase/session.server.ts";
import { authMessages } from "./messages.ts";
import { isSameOrigin } from "./same-origin.ts";
import { getUser } from "./viewer.server.ts";

/** Bodies of these routes are a form's worth of JSON. */
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

/** The body as the schema has it, or the 400 that says what is wrong with it. */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<{ ok: true; body: z.output<Schema> } | { ok: false; response: Response }> {
  const text = await request.text();
  const invalid = (message: string = authMessages.invalidRequest) =>
    ({ ok: false, response: refuse(400, message) }) as const;
  if (text.length > MAX_BODY_BYTES) return { ok: false, response: refuse(413, authMessages.invalidRequest) };
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
