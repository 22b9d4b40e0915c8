import { route } from "@/lib/api/route.server";
import { deleteLectures } from "@/lib/corrections/corrections.server";
import { correctionMessages } from "@/lib/corrections/messages";
import { respondTo } from "@/lib/corrections/respond.server";
import { CORRECTION_BYTES, idsSchema } from "@/lib/corrections/schemas";

/** `POST /api/corrections/lectures/delete` `{ ids }`: 200 `{ job }`; 400, 401, 403; 404 if all of them are gone. */
export const POST = route(
  { role: "editor", body: idsSchema, maxBytes: CORRECTION_BYTES },
  async ({ client, body }) => respondTo(await deleteLectures(client, body.ids), correctionMessages.gone),
);
