import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { parseYoutubeId } from "@/lib/catalogue/youtube";
import { publishChange } from "@/lib/page-cache/host-cache.server";
import { videoMessages } from "@/lib/video-health/messages";
import { replaceVideo } from "@/lib/video-health/queries.server";
import { linkSchema, videoParams } from "@/lib/video-health/schemas";

/**
 * `POST /api/videos/{id}/link` `{ link }`: replaces a video by the one at another YouTube link in every lecture; `{
 * lectures }`, the number of changed lectures, or 400, 401, 403, 404.
 */
export const POST = route(
  { role: "editor", params: videoParams, body: linkSchema },
  async ({ client, params, body }) => {
    const by = parseYoutubeId(body.link);
    if (!by) return jsonError(400, videoMessages.notYoutube);
    if (by === params.id) return jsonError(400, videoMessages.sameVideo);
    const lectures = await replaceVideo(client, params.id, by);
    if (lectures === null) return jsonError(400, videoMessages.hiddenVideo);
    if (lectures === 0) return jsonError(404, videoMessages.unknown);
    await publishChange();
    return json({ lectures });
  },
);
