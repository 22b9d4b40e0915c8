import { isAuthApiError } from "@supabase/supabase-js";

/** The auth service's error codes for a session that has ended. Any other refresh failure may be temporary. */
export const SESSION_ENDED = [
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_not_found",
  "session_expired",
  "user_not_found",
  "user_banned",
  "bad_jwt",
  "validation_failed",
  "invalid_grant",
];

/** The code that clients with a session get for a refresh that failed and may succeed later. */
export const REFRESH_FAILED = "refresh_failed";

const isRefreshError = (value: unknown) =>
  isAuthApiError(value) && [...SESSION_ENDED, REFRESH_FAILED].includes(String(value.code));

/**
 * Keeps out of the log what supabase-js prints, with a stack, in every request whose session cannot be renewed. It returns
 * the same error to its caller, where a session that has ended is no fault, and an outage is logged in one line.
 */
export function leaveOutRefreshErrors(): void {
  for (const level of ["warn", "error"] as const) {
    const print = console[level];
    console[level] = (...values: unknown[]) => {
      if (!isRefreshError(values[0])) print.apply(console, values);
    };
  }
}
