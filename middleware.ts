import type { NextRequest } from "next/server";
import { guardConsole } from "./lib/auth/console-gate.server.ts";

/** Guards only the console: Next cuts a matched request's body at 10 MB, and public pages stay cacheable. */
export function middleware(request: NextRequest) {
  return guardConsole(request);
}

export const config = { matcher: "/admin-console/:path*" };
