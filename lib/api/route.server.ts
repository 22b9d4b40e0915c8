import "server-only";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { AuthUnavailableError, SessionEndedError } from "../auth/identity.server.ts";
import { getSiteUrl } from "../env.ts";
import { BackendUnavailableError, NotPermittedError } from "../supabase/responses.ts";
import { ACCOUNT_HEADER, OTHER_ACCOUNT } from "./account.ts";
import { authRefusal } from "./auth-refusal.ts";
import { type Callers, callers, type Role, refuseVisitor, roleRefusals } from "./callers.server.ts";
import { json, jsonError } from "./json.ts";
import { apiMessages, refusals } from "./messages.ts";
import { inPlainWords, readBody } from "./read-body.ts";
import { isSafe, isSameOrigin } from "./same-origin.ts";

type RouteOptions<R extends Role, Body, Query, Params> = {
  /** Who may call: see `Callers`. */
  role: R;
  /** The schema of the JSON body. Without it, the handler may read the body itself. */
  body?: z.ZodType<Body>;
  /** The maximum length of the body in bytes; 10,000 by default. */
  maxBytes?: number;
  /** The schema of the query parameters. */
  query?: z.ZodType<Query>;
  /** The schema of the dynamic route segments; a mismatch is answered with 404 and the schema's message. */
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

/** The role that a handler requires; undefined if it was not created here, which a test rejects. */
export const roleOf = (handler: RouteHandler) => roles.get(handler);

/**
 * Creates the handler of a route. A call is refused, checked in this order: with 403 if it may change something and
 * comes from a page of another site; with 401 or 403 if the caller does not have the route's role; with 409 if the page
 * acts for another account; with 404, 400 or 413 if segments, query or body do not match their schemas. While the
 * backend is down or cannot identify the caller, the answer is 429 or 503. Any other error is logged and answered with
 * 500. Responses are private and not stored, unless `handle` sets `Cache-Control` itself.
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
    const other = rejectOtherAccount(request, caller.value);
    if (other) return other;
    const params = options.params?.safeParse(await context.params, inPlainWords);
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

/** A handler for a method that a route does not support; `allow` is the supported method. */
export function methodNotAllowed(allow: string, message: string): RouteHandler {
  const handler: RouteHandler = async () => jsonError(405, message, { Allow: allow });
  roles.set(handler, "none");
  return handler;
}

/** The 403 response if a call may change something and was sent by a page of another site; else null. */
function rejectCrossOrigin(request: Request, role: Role): Response | null {
  // Browsers never add a bearer token by themselves, whatever page sends the request.
  if (isSafe(request.method) || role === "bearer") return null;
  return isSameOrigin(request, getSiteUrl()) ? null : jsonError(403, refusals.foreignOrigin);
}

/** The 409 response if the page names another account than the caller's; else null. */
function rejectOtherAccount(request: Request, caller: object): Response | null {
  const meant = request.headers.get(ACCOUNT_HEADER);
  const { user } = caller as { user?: { id: string } };
  if (meant === null || !user || meant === user.id) return null;
  return json({ message: refusals.otherAccount, code: OTHER_ACCOUNT }, 409);
}

async function toRefusal(error: unknown, role: Role): Promise<Response> {
  // Next uses exceptions for control flow, such as `redirect()`.
  unstable_rethrow(error);
  if (error instanceof SessionEndedError) return (await refuseVisitor(refusals.notAuthenticated)).response;
  if (error instanceof AuthUnavailableError || error instanceof BackendUnavailableError) {
    // During an outage every request ends here, and logging a stack trace costs more than the response.
    console.error(error.message);
    return error instanceof AuthUnavailableError ? authRefusal(error) : unavailable(error, role);
  }
  if (error instanceof NotPermittedError && role in roleRefusals) {
    // The account had the role when the route was called, and has lost it since.
    console.error(error.message);
    return jsonError(403, roleRefusals[role as keyof typeof roleRefusals]);
  }
  console.error(error);
  return jsonError(500, refusals.failed);
}

/** The 503 response. Only administrators and editors, who may be able to help, are told that the disk is full. */
function unavailable({ isFull }: BackendUnavailableError, role: Role): Response {
  const message =
    isFull && (role === "admin" || role === "editor") ? refusals.diskFull : apiMessages.unavailable;
  return jsonError(503, message, { "Retry-After": "10" });
}
