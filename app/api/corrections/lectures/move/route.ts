import { route } from "@/lib/api/route.server";
import { moveLectures } from "@/lib/corrections/corrections.server";
import { describeTakenMove } from "@/lib/corrections/messages";
import { respondTo } from "@/lib/corrections/respond.server";
import { CORRECTION_BYTES, moveSchema } from "@/lib/corrections/schemas";

/**
 * `POST /api/corrections/lectures/move` `{ ids, course }`: 200 `{ job }`; 400, 401, 403; 404 if the lectures or the
 * course no longer exist; 409 if the course has one of the lectures already.
 */
export const POST = route(
  { role: "editor", body: moveSchema, maxBytes: CORRECTION_BYTES },
  async ({ client, body }) => {
    const moved = await moveLectures(client, body.ids, body.course);
    return respondTo(moved, describeTakenMove(moved.name));
  },
);
