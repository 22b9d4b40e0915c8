import { listCourses } from "@/lib/planner/courses.server";

export const dynamic = "force-dynamic";

/**
 * `GET /api/courses`: `[[courseId, name] …]` of every course by name. The list is read once and kept
 * until the catalogue changes; a browser asks again each time, as it would not hear of the change.
 */
export async function GET(): Promise<Response> {
  return Response.json(await listCourses(), { headers: { "Cache-Control": "no-cache" } });
}
