import "server-only";
import type { NextRequest, NextResponse } from "next/server";
import { type CookieJar, createSessionClient } from "./session-client.server.ts";

/**
 * A client that acts as whoever sent a request, for middleware: a refreshed session goes into the
 * request, where the page behind finds it, and with `keepSession` into the answer.
 */
export function requestSession(request: NextRequest) {
  const changes: Parameters<CookieJar["set"]>[] = [];
  const client = createSessionClient({
    getAll: () => request.cookies.getAll(),
    set: (name, value, options) => {
      request.cookies.set(name, value);
      changes.push([name, value, options]);
    },
  });
  const keepSession = (response: NextResponse) => {
    for (const change of changes) response.cookies.set(...change);
  };
  return { client, keepSession };
}
