import { z } from "zod";
import { answer, asUser, readBody, refuse, refuseForeign } from "@/lib/auth/api-route.server";
import { authMessages } from "@/lib/auth/messages";
import { progressMessages } from "@/lib/progress/messages";
import { listCompleted, setCompleted } from "@/lib/progress/queries.server";

/** `GET /api/progress?course={name}`: `{ completed: [lecture id …] }` of the signed-in user, or 400, 401. */
export async function GET(request: Request): Promise<Response> {
  return asUser(async ({ client }) => {
    const course = new URL(request.url).searchParams.get("course");
    if (!course) return refuse(400, authMessages.invalidRequest);
    return answer({ completed: await listCompleted(client, course) });
  });
}

// Whose progress it is follows from the session; a body that names someone is refused.
const changeSchema = z.strictObject({ recordId: z.int().positive(), completed: z.boolean() });

/** `PUT /api/progress` `{ recordId, completed }`: 200, or 400, 401, 403, 404. */
export async function PUT(request: Request): Promise<Response> {
  const foreign = refuseForeign(request);
  if (foreign) return foreign;
  return asUser(async ({ client, user }) => {
    const parsed = await readBody(request, changeSchema);
    if (!parsed.ok) return parsed.response;
    const saved = await setCompleted(client, { userId: user.id, ...parsed.body });
    return saved ? answer({ ok: true }) : refuse(404, progressMessages.noSuchLecture);
  });
}
