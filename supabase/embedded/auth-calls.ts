export type Handler = (request: Request) => Response | Promise<Response>;
export type Fields = Record<string, unknown>;

/** The JSON object in the body of a request or response; empty if there is none. */
export const readFields = (message: Request | Response): Promise<Fields> =>
  message.json().then(
    (value) => (value ?? {}) as Fields,
    () => ({}),
  );

/** An error response in the format of the auth service. */
export function refusal(status: number, code: string, msg: string): Response {
  return Response.json({ code: status, error_code: code, msg }, { status });
}
