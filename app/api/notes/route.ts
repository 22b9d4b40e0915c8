import { z } from "zod";
import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { listNotes } from "@/lib/notes/queries.server";

const courseSchema = z.object({ course: z.string().min(1).optional() });

/** `GET /api/notes?course={name}`: `{ notes }` of the signed-in user, of all courses where none is named; or 400, 401. */
export const GET = route({ role: "user", query: courseSchema }, async ({ client, query }) =>
  json({ notes: await listNotes(client, query.course) }),
);
