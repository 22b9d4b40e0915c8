import { z } from "zod";
import { adminRoutes } from "@/lib/admin/routes";
import { route } from "@/lib/api/route.server";
import { getCoursePage } from "@/lib/catalogue/queries.server";
import { decodeSegment, parseSubject } from "@/lib/routes";

const placeSchema = z.object({ at: z.string().max(2_000).default("") });

/**
 * `GET /api/edit?at=/course/…`: redirects (307) from a page of the catalogue to the console page that edits its
 * content; or 400, 401, 403.
 */
export const GET = route({ role: "editor", query: placeSchema }, async ({ query: { at } }) => {
  const [, page, ...segments] = at.split("/").map(decodeSegment);
  return redirectTo(await findEditor(page, segments));
});

async function findEditor(
  page: string | null | undefined,
  [id, lectureId]: (string | null)[],
): Promise<string> {
  if (page === "subjects") return adminRoutes.subjects();
  if (page === "courses") return adminRoutes.subjects({ query: parseSubject(id ?? "") ?? "" });
  const course = page === "course" && id ? await getCoursePage(id) : null;
  if (!course) return adminRoutes.courses();
  const lecture = course.lectures.find((one) => one.lectureId === lectureId);
  return lecture ? adminRoutes.lecture(lecture.id) : adminRoutes.course(course.name);
}

/** Redirects to a relative address, because a proxy may know this server by another host name. */
const redirectTo = (location: string) => new Response(null, { status: 307, headers: { Location: location } });
