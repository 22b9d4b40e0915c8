import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { countCoursesOf, renameSubject } from "@/lib/corrections/corrections.server";
import { subjectTaken } from "@/lib/corrections/messages";
import { respondTo } from "@/lib/corrections/respond.server";
import { subjectSchema } from "@/lib/corrections/schemas";

/**
 * `POST /api/corrections/subject` `{ from, to, isJoined }`: renames a subject everywhere. 200 `{ job }`; 400, 401,
 * 403, 404; 409 if a subject with the new name exists, unless `isJoined` allows joining the two.
 */
export const POST = route({ role: "editor", body: subjectSchema }, async ({ client, body }) => {
  const { from, to, isJoined } = body;
  if (from === to) return json({ job: null });
  const courses = isJoined ? null : await countCoursesOf(client, to);
  const taken = subjectTaken(to, courses ?? 0);
  if (courses !== null) return jsonError(409, taken);
  return respondTo(await renameSubject(client, from, to), taken);
});
