import { type AuthFailure, describeAuthRefusal } from "../auth/failures.ts";
import { jsonError } from "./json.ts";

/** The response to a call that the auth service refused. */
export function authRefusal(error: AuthFailure): Response {
  const { status, message, retryAfter } = describeAuthRefusal(error);
  return jsonError(status, message, retryAfter ? { "Retry-After": String(retryAfter) } : undefined);
}
