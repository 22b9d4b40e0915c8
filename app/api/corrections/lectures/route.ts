import { jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { addLecture, getCourse } from "@/lib/corrections/corrections.server";
import { correctionMessages } from "@/lib/corrections/messages";
import { respondTo } from "@/lib/corrections/respond.server";
import { newLectureSchema } from "@/lib/corrections/schemas";

/**
 * `POST /api/corrections/lectures` `{ course, lecture_number, lecture_name, youtube }`: adds a lecture to a course,
 * with the fields that the course's lectures share. 200 `{ job, id }`; 400, 401, 403, 404; 409 if the lecture exists
 * already.
 */
export const POST = route({ role: "editor", body: newLectureSchema }, async ({ client, body }) => {
  const { course: name, ...cells } = body;
  const course = await getCourse(client, name);
  if (!course) return jsonError(404, correctionMessages.gone);
  const lecture = { ...course.cells, course_name: name, view_rate: null, views: null, ...cells };
  return respondTo(await addLecture(client, lecture), correctionMessages.lectureTaken);
});
