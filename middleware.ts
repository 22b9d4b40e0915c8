import type { NextRequest } from "next/server";
import { guardConsole } from "./lib/auth/console-gate.server.ts";

/** Guards the console alone: a matched route has its body cut at 10 MB, and public pages stay shared. */
export function middleware(request: NextRequest) {
  return guardConsole(request);
}

export const config = { matcher: "/admin-console/:path*" };
