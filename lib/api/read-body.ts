import type { z } from "zod";
import { jsonError } from "./json.ts";
import { refusals } from "./messages.ts";

/** Most bodies are the JSON of a form. */
const MAX_BODY_BYTES = 10_000;

export type Parsed<Value> = { ok: true; value: Value } | { ok: false; response: Response };

/** The JSON body of a request as the schema has it, or the 400 or 413 that says what is wrong with it. */
export async function readBody<Body>(
  request: Request,
  schema: z.ZodType<Body>,
  maxBytes = MAX_BODY_BYTES,
): Promise<Parsed<Body>> {
  const text = await readText(request, maxBytes);
  if (text === null) return { ok: false, response: jsonError(413, refusals.invalidRequest) };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, response: jsonError(400, refusals.invalidRequest) };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  const message = parsed.error.issues[0]?.message ?? refusals.invalidRequest;
  return { ok: false, response: jsonError(400, message) };
}

/**
 * The body of a request as text; null as soon as it turns out to be longer than `maxBytes`, whatever length
 * the request claims to have.
 */
async function readText(request: Request, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
