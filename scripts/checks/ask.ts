import type { Target } from "./target.ts";

/** What a service answered, or why there was no answer. */
export type Answer = { status: number; json: unknown; location: string | null } | { failure: string };

export type Key = "publishableKey" | "secretKey";

/** A row of the data service that every visitor may read. */
export const CATALOGUE_PATH = "/rest/v1/catalogue_totals?select=course_count&limit=1";

const TIMEOUT_MS = 4_000;

const FAILURES: Record<string, string> = {
  ECONNREFUSED: "the connection is refused",
  ECONNRESET: "the connection is broken off",
  UND_ERR_SOCKET: "the connection is broken off",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host name cannot be looked up",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
};

/** Sends a request to a service with one of the keys. Never rejects; a body that is not JSON becomes undefined. */
export async function ask(
  target: Target,
  path: string,
  key: Key,
  body?: Record<string, unknown>,
): Promise<Answer> {
  const headers = {
    apikey: target[key],
    authorization: `Bearer ${target[key]}`,
    ...(body && { "content-type": "application/json" }),
  };
  return request(`${target.url}${path}`, target.timeoutMs ?? TIMEOUT_MS, {
    headers,
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
}

/** Sends a request that follows no redirect and ends after a timeout. Never rejects. */
export async function request(url: string, timeoutMs = TIMEOUT_MS, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, json: parse(text), location: response.headers.get("location") };
  } catch (error) {
    return { failure: explain(error, timeoutMs) };
  }
}

/** A field of a JSON answer; undefined if the answer does not have it. */
export function field(answer: Answer, name: string): unknown {
  if ("failure" in answer || typeof answer.json !== "object" || answer.json === null) return undefined;
  return (answer.json as Record<string, unknown>)[name];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function explain(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `no answer within ${timeoutMs / 1000} seconds`;
  // The error's own message is not shown, because it may quote the address, and with it a password.
  const code = String((error as { cause?: { code?: unknown } }).cause?.code ?? "");
  return FAILURES[code] ?? (code ? `the connection fails (${code})` : "the connection fails");
}
