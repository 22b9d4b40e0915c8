import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { listCourses } from "@/lib/planner/courses.server";

// There is no catalogue when the app is built.
export const dynamic = "force-dynamic";

/**
 * `GET /api/courses`: `[[courseId, name] …]` of every course by name. The list is read once and kept until
 * the catalogue changes; a browser asks again each time, because it is not told of the change.
 */
export const GET = route({ role: "visitor" }, async () =>
  json(await listCourses(), 200, { "Cache-Control": "no-cache" }),
);
