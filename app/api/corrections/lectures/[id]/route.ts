import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { deleteLectures, editLecture } from "@/lib/corrections/corrections.server";
import { lectureFormSchema } from "@/lib/corrections/lecture-schema";
import { correctionMessages } from "@/lib/corrections/messages";
import type { Correction } from "@/lib/corrections/types";
import { lectureTable } from "@/lib/lecture-import/columns";

const lectureParams = z.object({ id: z.coerce.number(correctionMessages.gone).int().positive() });

/** As long as all cells may be. */
const maxBytes = 200_000;

/**
 * `POST /api/lectures/{id}` with every cell as text and the `version` that was opened: 200 `{ outcome, job }`; 400, 401, 403,
 * 404, or 409 where it was changed meanwhile or the course has such a lecture.
 */
export const POST = route(
  { role: "editor", params: lectureParams, body: lectureFormSchema, maxBytes },
  async ({ client, params, body: { version, ...texts } }) =>
    respond(await editLecture(client, params.id, version, lectureTable.row.parse(texts))),
);

/** `DELETE /api/lectures/{id}`, with what learners have there: 200 `{ outcome, job }`, 401, 403, 404. */
export const DELETE = route({ role: "editor", params: lectureParams }, async ({ client, params }) =>
  respond(await deleteLectures(client, [params.id])),
);

function respond({ outcome, job }: Correction): Response {
  if (outcome === "gone") return jsonError(404, correctionMessages.gone);
  if (outcome === "conflict") return jsonError(409, correctionMessages.conflict);
  if (outcome === "taken") return jsonError(409, correctionMessages.lectureTaken);
  return json({ outcome, job: job ?? null });
}
