import { route } from "@/lib/api/route.server";
import { editCourse } from "@/lib/corrections/corrections.server";
import { correctionMessages } from "@/lib/corrections/messages";
import { respondTo } from "@/lib/corrections/respond.server";
import { CORRECTION_BYTES, courseEditSchema } from "@/lib/corrections/schemas";

/**
 * `POST /api/corrections/course` `{ name, version, cells }`: sets these cells in all lectures of a course. 200 `{ job
 * }`; 400, 401, 403, 404; 409 if the course was changed meanwhile or another course has the new name or slug.
 */
export const POST = route(
  { role: "editor", body: courseEditSchema, maxBytes: CORRECTION_BYTES },
  async ({ client, body }) =>
    respondTo(await editCourse(client, body.name, body.version, body.cells), correctionMessages.courseTaken),
);
