import "server-only";
import { cache } from "react";
import { z } from "zod";
import { publicClient } from "../supabase/public.server.ts";
import { toError, unwrap } from "../supabase/responses.ts";
import { serviceClient } from "../supabase/service.server.ts";
import { quizMessages } from "./messages.ts";
import { textVersion } from "./text-version.ts";
import type { CheckedAnswer, QuestionText, Quiz } from "./types.ts";

// The database returns the questions as JSON, for which there is no generated type.
const questionsSchema: z.ZodType<QuestionText[]> = z
  .array(z.object({ id: z.number(), question: z.string(), options: z.array(z.string()) }))
  .min(1);

/**
 * The quiz of the course at `/course/{courseId}`; null if there is no such course or it has no questions. A page and
 * its metadata share one request.
 */
export const getQuiz = cache(async (courseId: string): Promise<Quiz | null> => {
  const [quiz] = unwrap(await publicClient().rpc("find_quiz", { p_course_id: courseId }), "The quiz");
  if (!quiz) return null;
  return {
    courseId: quiz.course_id,
    courseName: quiz.course_name,
    questions: questionsSchema
      .parse(quiz.questions)
      .map((question) => ({ textVersion: textVersion(question), ...question })),
  };
});

type AnswerResult =
  | { ok: true; answer: CheckedAnswer }
  | { ok: false; status: 400 | 404 | 409; message: string };

/**
 * Checks an answer. Uses the service client, because no other client may read correct answers; returns only what a
 * learner may see of a question after answering it.
 *
 * @param version the `textVersion` of the question that the option was chosen from
 */
export async function checkAnswer(
  questionId: number,
  option: number,
  version: string,
): Promise<AnswerResult> {
  const { data, error, status } = await serviceClient()
    .from("quiz_questions")
    .select("question, options, correct_answer, explanation")
    .eq("id", questionId)
    .maybeSingle();
  if (error) throw toError({ status, error }, "The answer could not be checked");
  if (!data) return { ok: false, status: 404, message: quizMessages.noSuchQuestion };
  if (textVersion(data) !== version) return { ok: false, status: 409, message: quizMessages.questionChanged };
  if (option >= data.options.length) return { ok: false, status: 400, message: quizMessages.noSuchOption };
  const { correct_answer: correctAnswer, explanation } = data;
  return { ok: true, answer: { correct: option === correctAnswer, correctAnswer, explanation } };
}
