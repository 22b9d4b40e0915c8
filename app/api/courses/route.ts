import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { listCourses } from "@/lib/planner/courses.server";

// There is no catalogue when the app is built.
export const dynamic = "force-dynamic";

/**
 * `GET /api/courses`: `[[courseId, name] …]` of every course, sorted by name. The server caches the list until the
 * catalogue changes; a browser revalidates it each time, because it is not notified of changes.
 */
export const GET = route({ role: "visitor" }, async () =>
  json(await listCourses(), 200, { "Cache-Control": "no-cache" }),
);
