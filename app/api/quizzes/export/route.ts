import { z } from "zod";
import { downloadCsv } from "@/lib/api/download";
import { jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { getKnownQuiz } from "@/lib/quiz/console.server";
import { quizConsoleMessages } from "@/lib/quiz/messages";
import { courseQuery } from "@/lib/quiz/question-params";
import { questionsFile } from "@/lib/quiz/questions-file";

/** `GET /api/quizzes/export?course={courseId}`: a quiz as a CSV file for an import; or 400, 401, 403, 404. */
export const GET = route(
  { role: "editor", query: z.object({ course: courseQuery }) },
  async ({ client, query }) => {
    const quiz = await getKnownQuiz(client, query.course);
    if (!quiz) return jsonError(404, quizConsoleMessages.noCourse);
    return downloadCsv(questionsFile(quiz.courseId, quiz.questions), `quiz-${quiz.courseId.slice(0, 100)}`);
  },
);
