import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { publishChange } from "@/lib/page-cache/host-cache.server";
import { moveQuestion } from "@/lib/quiz/console.server";
import { quizConsoleMessages } from "@/lib/quiz/messages";
import { questionParams } from "@/lib/quiz/question-params";

const moveSchema = z.strictObject({ by: z.literal([-1, 1]) });

/**
 * `POST /api/quizzes/questions/{id}/move` `{ by }`: swaps a question with the one before (-1) or after it (1); 200,
 * or 400, 401, 403, 410 if it is gone.
 */
export const POST = route(
  { role: "editor", params: questionParams, body: moveSchema },
  async ({ client, params, body }) => {
    if (!(await moveQuestion(client, params.id, body.by)))
      return jsonError(410, quizConsoleMessages.goneAlready);
    await publishChange();
    return json({ ok: true });
  },
);
