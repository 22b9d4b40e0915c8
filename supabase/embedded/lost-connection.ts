/**
 * SQLSTATEs of a connection that failed, or that the server ended or refused because it stops or starts, and what the
 * driver and the system call the same.
 */
const LOST = /^(08...|57P0[123]|CONNECTION_\w+|CONNECT_TIMEOUT|ECONN\w+|EPIPE|ETIMEDOUT)$/;

/** A code that PostgREST and lite answer with as it stands, and with the status that it names. */
const UNAVAILABLE = "PT503";

/** What an error of the driver is answered with: lite says of a lost connection as little as of any other failure. */
export function nameLostConnection(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string };
  if (typeof code !== "string" || !LOST.test(code)) return error;
  return Object.assign(new Error(`${code}: ${message}`, { cause: error }), { code: UNAVAILABLE });
}
