import { permanentRedirect } from "next/navigation";
import { findMovedCourse } from "@/lib/catalogue/queries.server";
import { routes } from "@/lib/routes";

/** Leads on from the address of a course that is not there to the course that it belonged to, where that is now. */
export async function followMove(courseId: string | null): Promise<void> {
  const moved = await findMovedCourse(courseId);
  if (moved !== null) permanentRedirect(routes.course(moved));
}
