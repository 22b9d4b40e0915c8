import { type AuthFailure, describeAuthRefusal } from "../auth/failures.ts";
import { json } from "./json.ts";

/** The response to a call that the auth service refused: `{ message, code }`. */
export function authRefusal(error: AuthFailure): Response {
  const { status, message, retryAfter } = describeAuthRefusal(error);
  const headers = retryAfter ? { "Retry-After": String(retryAfter) } : undefined;
  return json({ message, code: error.code }, status, headers);
}
