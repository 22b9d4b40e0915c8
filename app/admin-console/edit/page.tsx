import { redirect } from "next/navigation";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";
import { getCoursePage } from "@/lib/catalogue/queries.server";

export const generateMetadata = adminMetadata("Edit", "editor");

/** Leads from a page of the catalogue, `?at=/course/…`, to where what it shows is edited. */
export default async function EditPage({ searchParams }: PageProps<"/admin-console/edit">) {
  await requireRole("editor");
  const { at } = await searchParams;
  const [, page, ...segments] = typeof at === "string" ? at.split("/").map(decode) : [];
  if (page !== "course") redirect(page === "courses" ? adminRoutes.subjects() : adminRoutes.courses());
  const [courseId = "", lectureId] = segments;
  const course = await getCoursePage(courseId);
  if (!course) redirect(adminRoutes.courses());
  const lecture = course.lectures.find((one) => one.lectureId === lectureId);
  redirect(lecture ? adminRoutes.lecture(lecture.id) : adminRoutes.course(course.name));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
