import type { z } from "zod";
import { jsonError } from "./json.ts";
import { refusals } from "./messages.ts";

/** Most bodies are the JSON of a form. */
const MAX_BODY_BYTES = 10_000;

export type Parsed<Value> = { ok: true; value: Value } | { ok: false; response: Response };

/** Has a fault for which a schema has no message of its own described in ours. */
export const inPlainWords = { error: () => refusals.invalidRequest };

/** Parses the JSON body of a request by the schema, or returns a 400 or 413 response that says what is wrong. */
export async function readBody<Body>(
  request: Request,
  schema: z.ZodType<Body>,
  maxBytes = MAX_BODY_BYTES,
): Promise<Parsed<Body>> {
  const bytes = await readBytes(request, maxBytes);
  if (!bytes) return { ok: false, response: jsonError(413, refusals.invalidRequest) };
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return { ok: false, response: jsonError(400, refusals.invalidRequest) };
  }
  const parsed = schema.safeParse(json, inPlainWords);
  if (parsed.success && isStorable(parsed.data)) return { ok: true, value: parsed.data };
  const message = parsed.error?.issues[0]?.message ?? refusals.invalidRequest;
  return { ok: false, response: jsonError(400, message) };
}

/** Whether PostgreSQL can store every text in a value: none holds NUL or half of a surrogate pair. Bytes are no text. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return true;
  return Object.values(value).every(isStorable);
}

/**
 * The body of a request; null as soon as more than `maxBytes` have arrived, whatever `Content-Length` says, or its sender
 * has left.
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    // The rest is left to the server, which frees the connection: cancelled, the body would never come to its end.
    for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
      length += chunk.length;
      if (length > maxBytes) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}
