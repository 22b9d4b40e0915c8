/**
 * Returns the response of `handle` only after reading the rest of the request's body, up to about `maxBytes`: a
 * client that is still sending takes an earlier response for a broken connection.
 */
export async function readToEnd(
  request: Request,
  handle: (request: Request) => Response | Promise<Response>,
  maxBytes: number,
): Promise<Response> {
  if (!request.body) return handle(request);
  const reader = request.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  const { url, method, headers } = request;
  const init = { method, headers, body, duplex: "half" } as RequestInit;
  const response = await handle(new Request(url, init));
  for (let length = 0; length <= maxBytes; ) {
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    if (!value) break;
    length += value.length;
  }
  return response;
}
