import "server-only";
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy } from "../content-security-policy.ts";
import { getAppEnv } from "../env.ts";
import { routes } from "../routes.ts";
import { requestSession, type SessionClient } from "../supabase/session.server.ts";
import { createPass, PASS_HEADER } from "./console-pass.server.ts";
import { AuthUnavailableError, getToken, identify } from "./identity.server.ts";
import { isEnough } from "./roles.ts";

/**
 * Lets accounts with a console role through to the console, refreshes their session if it expires soon, and redirects
 * visitors and users to the home page. This is never the only check: every page checks the role itself.
 */
export async function guardConsole(request: NextRequest): Promise<NextResponse> {
  const { client, keepSession } = requestSession(request);
  const response = await decide(request, client).catch(toUnavailable);
  keepSession(response);
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}

async function decide(request: NextRequest, client: SessionClient): Promise<NextResponse> {
  const token = await getToken(client);
  const viewer = token ? await identify(client, token) : null;
  if (!token || !viewer || !isEnough(viewer.role, "viewer"))
    return NextResponse.redirect(new URL(routes.home(), request.url));
  // The page reads the session and the pass from these request headers.
  const headers = new Headers(request.headers);
  headers.set(PASS_HEADER, await createPass(viewer, token));
  const response = NextResponse.next({ request: { headers } });
  const { uploads, supabaseUrl } = getAppEnv();
  const uploadOrigin = uploads === "signed" ? new URL(supabaseUrl).origin : undefined;
  response.headers.set("Content-Security-Policy", contentSecurityPolicy(uploadOrigin));
  return response;
}

/** Responds with 503 and keeps the session, as it may be valid. A rewrite to the page would respond with 200. */
async function toUnavailable(error: unknown): Promise<NextResponse> {
  if (!(error instanceof AuthUnavailableError)) throw error;
  console.error(error.message);
  const page = await fetch(new URL(routes.unavailable(), getAppEnv().ownUrl));
  const headers = { "Content-Type": "text/html; charset=utf-8", "Retry-After": "10" };
  return new NextResponse(page.body, { status: 503, headers });
}
