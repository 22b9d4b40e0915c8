export type Handler = (request: Request) => Response | Promise<Response>;
export type Fields = Record<string, unknown>;

/** The JSON of a request or a response; empty where there is none. */
export const readFields = (message: Request | Response): Promise<Fields> =>
  message.json().then(
    (value) => (value ?? {}) as Fields,
    () => ({}),
  );

/** A refusal in the form of the auth service. */
export function refusal(status: number, code: string, msg: string): Response {
  return Response.json({ code: status, error_code: code, msg }, { status });
}
