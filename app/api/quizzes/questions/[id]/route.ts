import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { publishChange } from "@/lib/page-cache/host-cache.server";
import { changeQuestion, deleteQuestion } from "@/lib/quiz/console.server";
import { quizConsoleMessages } from "@/lib/quiz/messages";
import { questionParams } from "@/lib/quiz/question-params";
import { changedQuestionSchema, QUESTION_BYTES } from "@/lib/quiz/question-schema";
import { refuseSaving } from "@/lib/quiz/refusals";

/**
 * `PUT /api/quizzes/questions/{id}` `{ question, version }`: changes a question that still has this `version`; 200,
 * or 400, 401, 403, 409 if the course already has the same question, 410 if it is gone, 412 if it was changed
 * meanwhile.
 */
export const PUT = route(
  { role: "editor", params: questionParams, body: changedQuestionSchema, maxBytes: QUESTION_BYTES },
  async ({ client, params, body }) => {
    const outcome = await changeQuestion(client, params.id, body);
    if (outcome !== "saved") return refuseSaving(outcome);
    await publishChange();
    return json({ ok: true });
  },
);

/** `DELETE /api/quizzes/questions/{id}`: 200, or 401, 403, 410 if it is gone already. */
export const DELETE = route({ role: "editor", params: questionParams }, async ({ client, params }) => {
  if (!(await deleteQuestion(client, params.id))) return jsonError(410, quizConsoleMessages.goneAlready);
  await publishChange();
  return json({ ok: true });
});
