import { textOf } from "../parameter.ts";

/** Longer than any course's id or name. */
const MAX_LENGTH = 500;

/** The `course` parameter, or the first of several; null if there is none or it cannot be a course's id. */
export function parseCourseId(course: string | string[] | undefined): string | null {
  const courseId = textOf(course);
  return courseId === "" || courseId.length > MAX_LENGTH || courseId.includes("\0") ? null : courseId;
}
