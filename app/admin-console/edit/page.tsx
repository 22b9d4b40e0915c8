import { redirect } from "next/navigation";
import { adminRoutes } from "@/lib/admin/routes";
import { requireRole } from "@/lib/auth/admin.server";
import { getCoursePage } from "@/lib/catalogue/queries.server";
import { parseQuery } from "@/lib/catalogue/search";
import { textOf } from "@/lib/parameter";
import { decodeSegment, parseSubject } from "@/lib/routes";

/** Redirects from the address of a page of the catalogue to the page of the console that edits its content. */
export default async function EditPage({ searchParams }: PageProps<"/admin-console/edit">): Promise<never> {
  await requireRole("editor");
  redirect(await findEditor(textOf((await searchParams).at)));
}

async function findEditor(address: string) {
  const [path = "", query] = address.split("?");
  const [, page, id, lectureId] = path.split("/").map(decodeSegment);
  if (page === "search")
    return adminRoutes.lectures({ query: parseQuery(new URLSearchParams(query).get("q") ?? "") });
  if (page === "subjects") return adminRoutes.subjects();
  const subject = page === "courses" && id ? parseSubject(id) : null;
  if (subject) return adminRoutes.subjects({ query: subject });
  const course = page === "course" && id ? await getCoursePage(id) : null;
  if (!course) return adminRoutes.courses();
  const lecture = course.lectures.find((one) => one.lectureId === lectureId);
  return lecture ? adminRoutes.lecture(lecture.id) : adminRoutes.course(course.name);
}
