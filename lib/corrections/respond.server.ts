import "server-only";
import { json, jsonError } from "../api/json.ts";
import { publishChange } from "../page-cache/host-cache.server.ts";
import { correctionMessages } from "./messages.ts";
import type { Correction } from "./types.ts";

/**
 * The response to a correction: `{ job, id }`, with a null job if nothing was changed; 404 if its target is gone,
 * 409 if the target has changed in the meantime or the name is taken.
 * @param taken the message if the name is already in use
 */
export async function respondTo({ outcome, job, id }: Correction, taken: string): Promise<Response> {
  if (outcome === "gone") return jsonError(404, correctionMessages.gone);
  if (outcome === "taken") return jsonError(409, taken);
  if (outcome === "slug_taken") return jsonError(409, correctionMessages.slugTaken);
  if (outcome === "conflict") return jsonError(409, correctionMessages.conflict);
  if (outcome === "changed") await publishChange();
  return json({ job, id });
}
