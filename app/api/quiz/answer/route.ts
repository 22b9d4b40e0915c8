import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { methodNotAllowed, route } from "@/lib/api/route.server";
import { MAX_OPTIONS } from "@/lib/quiz/letters";
import { quizMessages } from "@/lib/quiz/messages";
import { checkAnswer } from "@/lib/quiz/queries.server";

const answerSchema = z.strictObject({
  questionId: z.int().positive(),
  /** Index of the chosen option. */
  option: z
    .int()
    .min(0)
    .max(MAX_OPTIONS - 1),
  /** Of the question as it was shown. */
  textVersion: z.string().max(20),
});

/**
 * `POST /api/quiz/answer` `{ questionId, option, textVersion }`: `{ correct, correctAnswer, explanation }`, or 400, 403,
 * 404, 409 with a JSON message. Learners get the answer of a question only by this call.
 */
export const POST = route({ role: "visitor", body: answerSchema }, async ({ body }) => {
  const checked = await checkAnswer(body.questionId, body.option, body.textVersion);
  return checked.ok ? json(checked.answer) : jsonError(checked.status, checked.message);
});

const postOnly = methodNotAllowed("POST", quizMessages.postOnly);

export { postOnly as DELETE, postOnly as GET, postOnly as PATCH, postOnly as PUT };
