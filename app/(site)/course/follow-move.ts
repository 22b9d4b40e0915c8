import { permanentRedirect } from "next/navigation";
import { findMovedCourse } from "@/lib/catalogue/queries.server";
import { routes } from "@/lib/routes";

/** Redirects from the address that a course had before it was merged, renamed or moved, to its current address. */
export async function followMove(courseId: string | null): Promise<void> {
  const moved = await findMovedCourse(courseId);
  if (moved !== null) permanentRedirect(routes.course(moved));
}
