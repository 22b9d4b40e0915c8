import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { progressMessages } from "@/lib/progress/messages";
import { setCompleted } from "@/lib/progress/queries.server";
import { getCourseProgress } from "@/lib/watching/queries.server";

const courseSchema = z.object({ course: z.string().min(1) });

/** `GET /api/progress?course={name}`: `{ completed: [lecture id …], watching }` of the signed-in user, or 400, 401. */
export const GET = route({ role: "user", query: courseSchema }, async ({ client, query }) =>
  json(await getCourseProgress(client, query.course)),
);

// The session determines whose progress it is; a body that names a user is refused.
const changeSchema = z.strictObject({ recordId: z.int().positive(), completed: z.boolean() });

/** `PUT /api/progress` `{ recordId, completed }`: 200, or 400, 401, 403, 404. */
export const PUT = route({ role: "user", body: changeSchema }, async ({ body, client, user }) => {
  const isSaved = await setCompleted(client, { userId: user.id, ...body });
  return isSaved ? json({ ok: true }) : jsonError(404, progressMessages.noSuchLecture);
});
