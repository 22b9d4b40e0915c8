import "server-only";
import { publicClient } from "../supabase/public.server.ts";
import { readAll, unwrap } from "../supabase/responses.ts";
import type { CourseEntry } from "./courses.ts";

/** All courses by name, each with its id. */
export async function listCourses(): Promise<CourseEntry[]> {
  const rows = await readAll(async (offset, limit) =>
    unwrap(
      await publicClient()
        .from("course_summaries")
        .select("course_id, course_name")
        .order("sort_name")
        .order("course_name")
        .range(offset, offset + limit - 1),
      "The list of courses",
    ),
  );
  return rows.map(({ course_id, course_name }) => [course_id, course_name]);
}
