import "server-only";
import { z } from "zod";
import type { ByteSource } from "../csv/decode-text.ts";
import type { Failure } from "../csv/parse-csv.ts";
import { faultOf } from "../csv/table.ts";
import type { Client } from "../supabase/client.ts";
import { unwrap } from "../supabase/responses.ts";
import { columnName } from "./question-columns.ts";
import type { TypedQuestion } from "./question-schema.ts";
import { readQuestions } from "./read-questions.ts";
import type { KnownQuestion, KnownQuiz, QuizFileResult, SaveOutcome } from "./types.ts";

// `client` acts as an account that may edit: the database authorises the account by its own token.

// The database returns the questions as JSON, for which there is no generated type.
const questionsSchema: z.ZodType<KnownQuestion[]> = z.array(
  z
    .object({
      id: z.number(),
      question: z.string(),
      options: z.array(z.string()),
      correct_answer: z.number(),
      explanation: z.string().nullable(),
      version: z.string(),
    })
    .transform(({ correct_answer, ...question }) => ({ ...question, correctAnswer: correct_answer })),
);

/** The questions of the course at `/course/{courseId}`, possibly none; null if there is no such course. */
export async function getKnownQuiz(client: Client, courseId: string): Promise<KnownQuiz | null> {
  const [quiz] = unwrap(await client.rpc("admin_quiz", { p_course_id: courseId }), "The quiz");
  if (!quiz) return null;
  const { course_id, course_name, version } = quiz as {
    course_id: string;
    course_name: string | null;
    version: string;
  };
  return {
    courseId: course_id,
    courseName: course_name,
    questions: questionsSchema.parse(quiz.questions),
    version,
  };
}

const columnsOf = ({ question, options, correctAnswer, explanation }: TypedQuestion) => ({
  p_question: question,
  p_options: JSON.stringify(options),
  p_correct_answer: correctAnswer,
  p_explanation: explanation,
});

/** Adds a question as the last one of a course's quiz. */
export async function addQuestion(
  client: Client,
  courseId: string,
  question: TypedQuestion,
): Promise<SaveOutcome> {
  const added = await client.rpc("add_quiz_question", { p_course_id: courseId, ...columnsOf(question) });
  return unwrap(added, "The question") as SaveOutcome;
}

/** @param options.version the version of the question on which the change is based */
export async function changeQuestion(
  client: Client,
  id: number,
  { question, version }: { question: TypedQuestion; version: string },
): Promise<SaveOutcome> {
  const change = { p_id: id, p_version: version, ...columnsOf(question) };
  return unwrap(await client.rpc("change_quiz_question", change), "The question") as SaveOutcome;
}

/** Swaps a question with the previous or the next one; false if the question no longer exists. */
export async function moveQuestion(client: Client, id: number, by: -1 | 1): Promise<boolean> {
  return unwrap(await client.rpc("move_quiz_question", { p_id: id, p_by: by }), "The question");
}

/** Deletes a question; false if it no longer exists. */
export async function deleteQuestion(client: Client, id: number): Promise<boolean> {
  return unwrap(await client.rpc("delete_quiz_question", { p_id: id }), "The question");
}

/** The most slugs that are looked up: a file of one course has few, its own and former ones, and mistakes. */
const MOST_COURSES = 50;

/**
 * Imports a file of questions of one course. Valid rows are added to the existing questions, as by the command-line
 * import; a file that replaces the questions is imported completely or not at all.
 * @param options.replaced the version of the quiz that the file replaces; null if its questions are added
 * @returns null if the quiz has another version by now
 */
export async function importQuizFile(
  client: Client,
  courseId: string,
  { source, replaced }: { source: ByteSource; replaced: string | null },
): Promise<(QuizFileResult & { ok: true }) | Failure | null> {
  const findCourse = async (slug: string) => {
    const [course] = unwrap(await client.rpc("find_course", { p_course_id: slug }), "The course");
    return course?.course_id ?? null;
  };
  const read = await readQuestions(source, findCourse, MOST_COURSES);
  if (!read.ok) return read;
  const rejections = [...read.rejections];
  for (const { rowNumber, question } of read.questions) {
    if (question.course === courseId) continue;
    const reason = "of another course";
    rejections.push({ rowNumber, faults: [faultOf(columnName("course"), question.course, reason)] });
  }
  rejections.sort((a, b) => a.rowNumber - b.rowNumber);
  const rows = read.questions.flatMap(({ question }) =>
    question.course === courseId
      ? [
          {
            course_id: courseId,
            question: question.question,
            options: question.options,
            correct_answer: question.correctAnswer,
            explanation: question.explanation,
          },
        ]
      : [],
  );
  const none = { inserted: 0, updated: 0, unchanged: 0, removed: 0 };
  if (rows.length === 0 || (replaced !== null && rejections.length > 0)) {
    return { ok: true, isWritten: false, ...none, rejections };
  }
  const file = {
    p_course_id: courseId,
    p_questions: JSON.stringify(rows),
    ...(replaced !== null && { p_replaced: replaced }),
  };
  const [counts] = unwrap(await client.rpc("import_quiz", file), "The questions");
  return counts ? { ok: true, isWritten: true, ...counts, rejections } : null;
}
