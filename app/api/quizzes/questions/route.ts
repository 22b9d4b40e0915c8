import { z } from "zod";
import { json } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { publishChange } from "@/lib/page-cache/host-cache.server";
import { addQuestion } from "@/lib/quiz/console.server";
import { courseQuery } from "@/lib/quiz/question-params";
import { QUESTION_BYTES, questionSchema } from "@/lib/quiz/question-schema";
import { refuseSaving } from "@/lib/quiz/refusals";

/**
 * `POST /api/quizzes/questions` `{ course, question }`: adds a question to a course's quiz; 200, or 400, 401, 403,
 * 404, 409 if the course already has the same question.
 */
export const POST = route(
  {
    role: "editor",
    body: z.strictObject({ course: courseQuery, question: questionSchema }),
    maxBytes: QUESTION_BYTES,
  },
  async ({ client, body }) => {
    const outcome = await addQuestion(client, body.course, body.question);
    if (outcome !== "saved") return refuseSaving(outcome);
    await publishChange();
    return json({ ok: true });
  },
);
