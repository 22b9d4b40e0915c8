import { permanentRedirect } from "next/navigation";
import { findMovedCourse, findMovedLecture } from "@/lib/catalogue/queries.server";
import { routes } from "@/lib/routes";

/**
 * Redirects from the address that a course, or one of its lectures, had before the course was merged, renamed or moved,
 * to its current address. Where nothing is known of the lecture, that is the course's.
 */
export async function followMove(courseId: string | null, lectureId: string | null = null): Promise<void> {
  const lecture = await findMovedLecture(courseId, lectureId);
  if (lecture !== null) permanentRedirect(routes.lecture(lecture.courseId, lecture.lectureId));
  const moved = await findMovedCourse(courseId);
  if (moved !== null) permanentRedirect(routes.course(moved));
}
