/**
 * SQLSTATEs of a connection that failed, or that the server ended or refused while stopping or starting, and the
 * codes of the driver and the operating system for the same.
 */
const LOST = /^(08...|57P0[123]|CONNECTION_\w+|CONNECT_TIMEOUT|ECONN\w+|EPIPE|ETIMEDOUT)$/;

/** PostgREST and lite return this code unchanged, with the HTTP status that it names. */
const UNAVAILABLE = "PT503";

/** Turns the driver's error for a lost connection into a 503; lite would answer it like any other. */
export function nameLostConnection(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string };
  if (typeof code !== "string" || !LOST.test(code)) return error;
  return Object.assign(new Error(`${code}: ${message}`, { cause: error }), { code: UNAVAILABLE });
}
