/** A course as the planner's course select lists it. */
export type PlannerCourse = { id: string; name: string };

/** The list as it travels: pairs are half the size of objects with named fields. */
export type CourseEntry = [id: string, name: string];

/** The courses that can be chosen. One without an id is none: a select option may not have an empty value. */
export function toPlannerCourses(entries: readonly CourseEntry[]): PlannerCourse[] {
  return entries.filter(([id]) => id !== "").map(([id, name]) => ({ id, name }));
}
