import { z } from "zod";
import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { dismissCourse, listContinuing } from "@/lib/watching/queries.server";

const MOST_COURSES = 12;

/** `GET /api/continue`: `{ courses }` that the signed-in user is partway through, the latest first, or 401. */
export const GET = route({ role: "user" }, async ({ client }) =>
  json({ courses: await listContinuing(client, MOST_COURSES) }),
);

const dismissSchema = z.strictObject({ course: z.string().min(1) });

/** `DELETE /api/continue` `{ course }`: hides a course until the user continues with it; 200, or 400, 401, 403. */
export const DELETE = route({ role: "user", body: dismissSchema }, async ({ body, client }) => {
  await dismissCourse(client, body.course);
  return json({ ok: true });
});
