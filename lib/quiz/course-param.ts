/** Longer than any course's id or name. */
const MAX_LENGTH = 500;

/** The `course` of an address, first of several; null for none, and for what no course can be called. */
export function parseCourseId(course: string | string[] | undefined): string | null {
  const courseId = (Array.isArray(course) ? course[0] : course) ?? "";
  return courseId === "" || courseId.length > MAX_LENGTH || courseId.includes("\0") ? null : courseId;
}
