import { z } from "zod";
import { answer, readBody, refuse, refuseForeign } from "@/lib/auth/api-route.server";
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
});

/**
 * `POST /api/quiz/answer` `{ questionId, option }`: `{ correct, correctAnswer, explanation }`, or
 * 400, 403, 404 with a JSON message. Until a question is answered, nothing else tells its answer.
 */
export async function POST(request: Request): Promise<Response> {
  const foreign = refuseForeign(request);
  if (foreign) return foreign;
  const parsed = await readBody(request, answerSchema);
  if (!parsed.ok) return parsed.response;
  const checked = await checkAnswer(parsed.body.questionId, parsed.body.option);
  return checked.ok ? answer(checked.answer) : refuse(checked.status, checked.message);
}

const refuseMethod = () => refuse(405, quizMessages.postOnly, { Allow: "POST" });

export { refuseMethod as DELETE, refuseMethod as GET, refuseMethod as PATCH, refuseMethod as PUT };
