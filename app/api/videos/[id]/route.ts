import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { publishChange } from "@/lib/page-cache/host-cache.server";
import { videoMessages } from "@/lib/video-health/messages";
import { reviewVideo } from "@/lib/video-health/queries.server";
import { videoParams } from "@/lib/video-health/schemas";

const verdictSchema = z.strictObject({ verdict: z.enum(["fine", "hidden"]) });

/**
 * `POST /api/videos/{id}` `{ verdict }`: `hidden` removes the lectures of a reported video from the catalogue, `fine`
 * restores them and discards earlier reports; 200, or 400, 401, 403, 404.
 */
export const POST = route(
  { role: "editor", params: videoParams, body: verdictSchema },
  async ({ client, params, body }) => {
    if (!(await reviewVideo(client, params.id, body.verdict))) return jsonError(404, videoMessages.unknown);
    await publishChange();
    return json({ ok: true });
  },
);
