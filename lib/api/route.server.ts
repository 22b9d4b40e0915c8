import "server-only";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { AuthUnavailableError, SessionEndedError } from "../auth/identity.server.ts";
import { getSiteUrl } from "../env.ts";
import { BackendUnavailableError } from "../supabase/responses.ts";
import { authRefusal } from "./auth-refusal.ts";
import { type Callers, callers, type Role, refuseVisitor } from "./callers.server.ts";
import { jsonError } from "./json.ts";
import { apiMessages, refusals } from "./messages.ts";
import { readBody } from "./read-body.ts";
import { isSameOrigin } from "./same-origin.ts";

type RouteOptions<R extends Role, Body, Query, Params> = {
  /** Who may call: see `Callers`. */
  role: R;
  /** Of the JSON body. Without a schema the handler may read the body itself. */
  body?: z.ZodType<Body>;
  /** The longest body that is read; 10,000 bytes where not set. */
  maxBytes?: number;
  /** Of what stands behind the address's `?`. */
  query?: z.ZodType<Query>;
  /** Of the address's own segments; what does not match is answered with 404 and the schema's message. */
  params?: z.ZodType<Params>;
};

type Call<R extends Role, Body, Query, Params> = Callers[R] & {
  request: Request;
  body: Body;
  query: Query;
  params: Params;
};

type Context = { params: Promise<Record<string, string | string[] | undefined>> };
type RouteHandler = (request: Request, context: Context) => Promise<Response>;

const roles = new WeakMap<RouteHandler, Role | "none">();

/** The role that a handler asks for; undefined for one that was not made here, which a test refuses. */
export const roleOf = (handler: RouteHandler) => roles.get(handler);

/**
 * Makes the handler of a route. In this order a call is refused: with 403 where it may change something and
 * comes from a page of another site; with 401 or 403 where the caller has not the route's role; with 404, 400
 * or 413 where segments, query or body do not match their schemas; with 429 or 503 while the backend is away or
 * cannot say who calls. What else `handle` throws is logged and answered with 500. Responses are private and not stored, unless
 * `handle` says otherwise.
 */
export function route<R extends Role, Body = undefined, Query = undefined, Params = undefined>(
  options: RouteOptions<R, Body, Query, Params>,
  handle: (call: Call<R, Body, Query, Params>) => Response | Promise<Response>,
): RouteHandler {
  const handler: RouteHandler = async (request, context) => {
    const response = await respond(request, context).catch((error) => toRefusal(error, options.role));
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
    return response;
  };

  async function respond(request: Request, context: Context): Promise<Response> {
    const foreign = rejectCrossOrigin(request, options.role);
    if (foreign) return foreign;
    const caller = await callers[options.role](request);
    if (!caller.ok) return caller.response;
    const params = options.params?.safeParse(await context.params);
    if (params?.error) return jsonError(404, params.error.issues[0]?.message ?? refusals.invalidRequest);
    const query = options.query?.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (query?.error) return jsonError(400, refusals.invalidRequest);
    const body = options.body && (await readBody(request, options.body, options.maxBytes));
    if (body && !body.ok) return body.response;
    return handle({
      ...caller.value,
      request,
      params: params?.data as Params,
      query: query?.data as Query,
      body: body?.value as Body,
    });
  }

  roles.set(handler, options.role);
  return handler;
}

/** A handler for a method that an address does not have; `allow` is the one it has. */
export function methodNotAllowed(allow: string, message: string): RouteHandler {
  const handler: RouteHandler = async () => jsonError(405, message, { Allow: allow });
  roles.set(handler, "none");
  return handler;
}

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** 403 for a call that may change something and that a page of another site had a browser send; else null. */
function rejectCrossOrigin(request: Request, role: Role): Response | null {
  // No browser adds a bearer token by itself, whatever page it is on.
  if (SAFE_METHODS.includes(request.method) || role === "bearer") return null;
  return isSameOrigin(request, getSiteUrl()) ? null : jsonError(403, refusals.foreignOrigin);
}

async function toRefusal(error: unknown, role: Role): Promise<Response> {
  // Next steers by exceptions of its own, such as `redirect()`.
  unstable_rethrow(error);
  if (error instanceof SessionEndedError) return (await refuseVisitor(refusals.notAuthenticated)).response;
  if (error instanceof AuthUnavailableError || error instanceof BackendUnavailableError) {
    // An outage brings every request here, and logging a stack costs more than answering.
    console.error(error.message);
    return error instanceof AuthUnavailableError ? authRefusal(error) : unavailable(error, role);
  }
  console.error(error);
  return jsonError(500, refusals.failed);
}

/** Why the backend is in trouble is told to those who may know a way out. */
function unavailable({ isFull }: BackendUnavailableError, role: Role): Response {
  const message =
    isFull && (role === "admin" || role === "editor") ? refusals.diskFull : apiMessages.unavailable;
  return jsonError(503, message, { "Retry-After": "10" });
}
