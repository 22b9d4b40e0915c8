import { isWorkerd } from "./lib/runtime.ts";

/** Runs once when the server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE === "phase-production-build") return;
  const { setClientAddresses } = await import("./lib/trusted-proxies.server.ts");
  setClientAddresses();
  const { logUnknownPaths } = await import("./lib/unknown-paths.server.ts");
  logUnknownPaths();
  // Background work would end with the request that happens to be the first.
  if (isWorkerd) return;
  const { startImportWorker } = await import("./lib/lecture-import/worker.server.ts");
  startImportWorker();
  const { everyHour } = await import("./lib/every-hour.ts");
  const { tidyUploads } = await import("./lib/lecture-import/tidy.server.ts");
  everyHour(tidyUploads);
  const { tidyVideos } = await import("./lib/video-health/tidy.server.ts");
  everyHour(tidyVideos);
  const { tidyDashboard } = await import("./lib/admin/tidy.server.ts");
  everyHour(tidyDashboard, { beginsNow: true });
  const { startThumbnailWorker } = await import("./lib/video-health/thumbnail-worker.server.ts");
  startThumbnailWorker();
}
