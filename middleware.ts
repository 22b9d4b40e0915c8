import type { NextRequest } from "next/server";
import { guardConsole } from "./lib/auth/console-gate.server.ts";

/** The console's gate. Nothing else passes through it, so that pages stay shared and uploads whole. */
export function middleware(request: NextRequest) {
  return guardConsole(request);
}

export const config = { matcher: "/admin-console/:path*" };
