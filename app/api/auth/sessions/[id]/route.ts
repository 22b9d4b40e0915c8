import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { authMessages } from "@/lib/auth/messages";
import { endOwnSession } from "@/lib/auth/own-account.server";

const params = z.object({ id: z.uuid(authMessages.noSuchSession) });

/** `DELETE /api/auth/sessions/{id}`: ends this session of the user; 200, or 401, 404. */
export const DELETE = route({ role: "user", params }, async ({ params, client }) => {
  const isEnded = await endOwnSession(client, params.id);
  return isEnded ? json({ ok: true }) : jsonError(404, authMessages.noSuchSession);
});
