import { route } from "@/lib/api/route.server";
import { failingLecturesCsv } from "@/lib/video-health/queries.server";

/** `GET /api/videos/failing`: the lectures whose videos do not play or are hidden as a CSV file for an import, or 401, 403. */
export const GET = route({ role: "viewer" }, ({ client }) => {
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": 'attachment; filename="videos-not-playing.csv"',
  };
  return new Response(failingLecturesCsv(client), { headers });
});
