export type PlannerCourse = { id: string; name: string };

/** The response of `/api/courses`: pairs are half the size of objects. */
export type CourseEntry = [id: string, name: string];

/** Leaves out courses with an empty id, which an option cannot have. */
export function toPlannerCourses(entries: readonly CourseEntry[]): PlannerCourse[] {
  return entries.filter(([id]) => id !== "").map(([id, name]) => ({ id, name }));
}
