import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { mergeCourses, previewMerge } from "@/lib/corrections/corrections.server";
import { correctionMessages } from "@/lib/corrections/messages";
import { respondTo } from "@/lib/corrections/respond.server";
import { mergeSchema } from "@/lib/corrections/schemas";

/** `GET /api/corrections/course/merge?from=…&into=…`: `{ moved, joined, learners, questions }`; 400, 401, 403. */
export const GET = route({ role: "editor", query: mergeSchema }, async ({ client, query }) =>
  json(await previewMerge(client, query.from, query.into)),
);

/** `POST /api/corrections/course/merge` `{ from, into }`: 200 `{ job }`; 400, 401, 403, 404. */
export const POST = route({ role: "editor", body: mergeSchema }, async ({ client, body }) =>
  respondTo(await mergeCourses(client, body.from, body.into), correctionMessages.courseTaken),
);
