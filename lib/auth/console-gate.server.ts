import "server-only";
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy } from "../content-security-policy.ts";
import { getAppEnv } from "../env.ts";
import { routes } from "../routes.ts";
import { requestSession } from "../supabase/session.server.ts";
import { identify } from "./identity.server.ts";

/**
 * Lets administrators through to the console, with a session that is refreshed where it is near its end, and
 * redirects visitors and users to the home page. Never the only check: every page makes its own.
 */
export async function guardConsole(request: NextRequest): Promise<NextResponse> {
  const { client, keepSession } = requestSession(request);
  const identity = await identify(client);
  const response = identity?.viewer.isAdmin ? letIn(request) : sendHome(request);
  keepSession(response);
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}

function letIn(request: NextRequest): NextResponse {
  // The page behind reads the session from these headers.
  const response = NextResponse.next({ request: { headers: request.headers } });
  const { uploads, supabaseUrl } = getAppEnv();
  const uploadOrigin = uploads === "signed" ? new URL(supabaseUrl).origin : undefined;
  response.headers.set("Content-Security-Policy", contentSecurityPolicy(uploadOrigin));
  return response;
}

const sendHome = (request: NextRequest) => NextResponse.redirect(new URL(routes.home(), request.url));
