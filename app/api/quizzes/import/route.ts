import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { readBytes } from "@/lib/api/read-body";
import { route } from "@/lib/api/route.server";
import { publishChange } from "@/lib/page-cache/host-cache.server";
import { getKnownQuiz, importQuizFile } from "@/lib/quiz/console.server";
import { QUIZ_FILE_BYTES, quizConsoleMessages } from "@/lib/quiz/messages";
import { courseQuery } from "@/lib/quiz/question-params";

const importSchema = z.object({ course: courseQuery, replaced: z.string().min(1).max(100).optional() });

/**
 * `POST /api/quizzes/import?course={courseId}&replaced={version}` with a CSV file as its body: adds its questions to the
 * course's quiz, or replaces the quiz of that version; 200 with the counts and the faults of rejected rows, or 400,
 * 401, 403, 404, 409 if the quiz is another one by now, 413.
 */
export const POST = route({ role: "editor", query: importSchema }, async ({ client, query, request }) => {
  const bytes = await readBytes(request, QUIZ_FILE_BYTES);
  if (!bytes) return jsonError(413, quizConsoleMessages.tooLarge);
  const quiz = await getKnownQuiz(client, query.course);
  if (!quiz) return jsonError(404, quizConsoleMessages.noCourse);
  const { courseId } = quiz;
  const source = (async function* () {
    yield bytes;
  })();
  const result = await importQuizFile(client, courseId, { source, replaced: query.replaced ?? null });
  if (!result) return jsonError(409, quizConsoleMessages.replacedMeanwhile);
  if (!result.ok) return jsonError(400, result.message);
  if (result.isWritten) await publishChange();
  return json(result);
});
