import { downloadCsv } from "@/lib/api/download";
import { route } from "@/lib/api/route.server";
import { failingLecturesCsv } from "@/lib/video-health/queries.server";

/** `GET /api/videos/failing`: the lectures whose videos do not play or are hidden as a CSV file for an import, or 401, 403. */
export const GET = route({ role: "viewer" }, ({ client }) =>
  downloadCsv(failingLecturesCsv(client), "videos-not-playing"),
);
