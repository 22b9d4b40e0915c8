import "server-only";
import { publicClient } from "../supabase/public.server.ts";
import type { CourseEntry } from "./courses.ts";

/** The API's limit of rows in one answer, and the specification's page size. */
const ROWS_PER_REQUEST = 1000;

/** Every course of the catalogue by name. */
export async function listCourses(): Promise<CourseEntry[]> {
  const courses: CourseEntry[] = [];
  for (;;) {
    const { data, error } = await publicClient()
      .from("course_summaries")
      .select("course_id, course_name")
      .order("sort_name")
      .order("course_name")
      .range(courses.length, courses.length + ROWS_PER_REQUEST - 1);
    if (error) throw new Error(`The courses could not be read: ${error.message}`);
    courses.push(...data.map((row): CourseEntry => [row.course_id, row.course_name]));
    if (data.length < ROWS_PER_REQUEST) return courses;
  }
}
