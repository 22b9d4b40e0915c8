/** A JSON response. */
export function json(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** The JSON response of every failure: `{ message }`. */
export function jsonError(status: number, message: string, headers?: Record<string, string>): Response {
  return json({ message }, status, headers);
}
