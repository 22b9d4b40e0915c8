import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { publishChange } from "@/lib/page-cache/host-cache.server";
import { getKnownQuiz, importQuizFile } from "@/lib/quiz/console.server";
import { quizConsoleMessages } from "@/lib/quiz/messages";
import { courseQuery } from "@/lib/quiz/question-params";

const importSchema = z.object({ course: courseQuery, replace: z.literal("1").optional() });

const MAX_BYTES = 2 * 1024 * 1024;

/**
 * `POST /api/quizzes/import?course={courseId}&replace=1` with a CSV file as its body: adds its questions to the course's, or puts
 * them in their place; 200 with what became of them and what is wrong with rows, or 400, 401, 403, 404, 413.
 */
export const POST = route({ role: "editor", query: importSchema }, async ({ client, query, request }) => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length >= MAX_BYTES) return jsonError(413, quizConsoleMessages.tooLarge);
    chunks.push(chunk);
  }
  const quiz = await getKnownQuiz(client, query.course);
  if (!quiz) return jsonError(404, quizConsoleMessages.noCourse);
  const { courseId } = quiz;
  const source = (async function* () {
    yield* chunks;
  })();
  const result = await importQuizFile(client, courseId, { source, replaces: query.replace === "1" });
  if (!result.ok) return jsonError(400, result.message);
  if (result.isWritten) await publishChange();
  return json(result);
});
