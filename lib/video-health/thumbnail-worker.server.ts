import "server-only";
import { getAppEnv } from "../env.ts";
import { unwrap } from "../supabase/responses.ts";
import { serviceClient } from "../supabase/service.server.ts";
import { checkThumbnails } from "./check-thumbnails.ts";

/** The interval at which a server looks for videos to check. */
const LOOK_MS = 60_000;
/** Videos per slice: results are stored when the whole slice has been checked. */
const SLICE = 100;
/** After too many bad responses the check pauses for a day. */
const REST_SECONDS = 86_400;

/** Makes this server check thumbnails if configured, unless another server does it. Called once, at the start. */
export function startThumbnailWorker(): void {
  const { checkVideos, importSliceSeconds } = getAppEnv();
  // A serverless function ends with its response, so it cannot work in the background.
  if (checkVideos !== "thumbnails" || importSliceSeconds) return;
  const worker = crypto.randomUUID();
  const look = async () => {
    await checkUntilDone(worker).catch((error) =>
      console.error("Thumbnails cannot be checked at the moment:", error),
    );
    setTimeout(look, LOOK_MS).unref();
  };
  void look();
}

/** Checks slice after slice until nothing is left, another server holds the check, or too many responses are bad. */
export async function checkUntilDone(worker: string, check = checkThumbnails): Promise<void> {
  // The service client, because no account may report which videos exist.
  const client = serviceClient();
  const lastAnswers: boolean[] = [];
  for (;;) {
    const claimed = await client.rpc("claim_thumbnail_check", { p_worker: worker, p_videos: SLICE });
    const [slice] = unwrap(claimed, "The next videos");
    if (!slice) return;
    const found = await check([...new Set(slice.videos)], lastAnswers);
    if (!found) {
      console.warn("Too many thumbnails had no good answer. Nothing was changed; the check rests for a day.");
      const rest = { p_worker: worker, p_seconds: REST_SECONDS };
      unwrap(await client.rpc("rest_thumbnail_check", rest), "The check of thumbnails");
      return;
    }
    const recorded = await client.rpc("record_thumbnail_check", {
      p_worker: worker,
      p_step: slice.step,
      p_missing: JSON.stringify(found.missing),
      p_found: JSON.stringify(found.found),
    });
    if (!unwrap(recorded, "The check of thumbnails")) return;
  }
}
