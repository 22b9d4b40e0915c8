import { z } from "zod";
import { route } from "@/lib/api/route.server";
import { editLecture } from "@/lib/corrections/corrections.server";
import { correctionMessages } from "@/lib/corrections/messages";
import { respondTo } from "@/lib/corrections/respond.server";
import { CORRECTION_BYTES, lectureCells, lectureFormSchema } from "@/lib/corrections/schemas";

const lectureParams = z.object({ id: z.coerce.number(correctionMessages.gone).int().positive() });

/**
 * `POST /api/corrections/lectures/{id}` with every cell as text and the `version` that was opened: 200 `{ job }`;
 * 400, 401, 403, 404, or 409 if the lecture was changed meanwhile or the course has the same lecture already.
 */
export const POST = route(
  { role: "editor", params: lectureParams, body: lectureFormSchema, maxBytes: CORRECTION_BYTES },
  async ({ client, params, body: { version, ...texts } }) =>
    respondTo(
      await editLecture(client, params.id, version, lectureCells(texts)),
      correctionMessages.lectureTaken,
    ),
);
