/**
 * The body of a request as text; null as soon as it turns out to be longer than `maxBytes`, whatever length
 * the request claims to have.
 */
export async function readText(request: Request, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
