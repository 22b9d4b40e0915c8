import { z } from "zod";
import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { listNotes } from "@/lib/notes/queries.server";

const courseSchema = z.object({ course: z.string().min(1).optional() });

/** `GET /api/notes?course={name}`: the signed-in user's `{ notes }`, of one course or of all; or 400, 401. */
export const GET = route({ role: "user", query: courseSchema }, async ({ client, query }) =>
  json({ notes: await listNotes(client, query.course) }),
);
