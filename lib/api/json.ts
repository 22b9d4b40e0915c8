/** A JSON response. */
export function json(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** The JSON response of every failure: `{ message }`. */
export function jsonError(status: number, message: string, headers?: Record<string, string>): Response {
  return json({ message }, status, headers);
}

/** The 429 response, with the seconds after which the caller may retry. */
export function tooManyRequests(message: string, waitSeconds: number): Response {
  return jsonError(429, message, { "Retry-After": String(waitSeconds) });
}
