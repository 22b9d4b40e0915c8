import { tidyDashboard } from "@/lib/admin/tidy.server";
import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { tidyUploads } from "@/lib/lecture-import/tidy.server";
import { resumeOpenImports } from "@/lib/lecture-import/worker.server";
import { revalidateHostCache } from "@/lib/page-cache/host-cache.server";
import { tidyVideos } from "@/lib/video-health/tidy.server";

/** Seconds that a host of functions lets this call run; it ends by itself after LECTERN_IMPORT_SLICE_SECONDS. */
export const maxDuration = 60;

/**
 * `GET /api/imports/scheduled`, with CRON_SECRET as bearer token, for hosts whose functions end with their response:
 * works on open imports, tells a host that caches pages what has changed, removes old uploads, old video reports and
 * old searches, and counts the week for the dashboard. 200 `{}` when nothing is left or the time slice is over; 401
 * without the token, 404 if none is configured.
 */
export const GET = route({ role: "scheduler" }, async () => {
  await resumeOpenImports();
  // Before the tidying, which may fail: visitors wait for what an import has changed.
  await revalidateHostCache();
  await tidyUploads();
  await tidyVideos();
  await tidyDashboard();
  return json({});
});
