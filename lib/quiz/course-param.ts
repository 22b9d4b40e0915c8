import { textOf } from "../parameter.ts";

/** No course's id or name is longer. */
const MAX_LENGTH = 500;

/** The `course` parameter, the first of several; null for none and for what can be no course's id. */
export function parseCourseId(course: string | string[] | undefined): string | null {
  const courseId = textOf(course);
  return courseId === "" || courseId.length > MAX_LENGTH || courseId.includes("\0") ? null : courseId;
}
