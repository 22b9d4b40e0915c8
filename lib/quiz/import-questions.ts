import type { ByteSource } from "../csv/decode-text.ts";
import type { Failure } from "../csv/parse-csv.ts";
import type { Rejection } from "../csv/table.ts";
import type { Client } from "../supabase/client.ts";
import { readQuestions } from "./read-questions.ts";

export type QuestionImport = {
  ok: true;
  inserted: number;
  updated: number;
  unchanged: number;
  rejections: Rejection[];
};

/** The most questions in one statement; each statement is a transaction of its own. */
const BATCH_SIZE = 500;

/**
 * Imports a CSV file of questions: valid rows are written, the others are returned as rejections. A question that the
 * course already has is updated. Errors of the data API are thrown.
 *
 * @param client must use the secret key; no account may call the database function that writes
 */
export async function importQuestions(client: Client, source: ByteSource): Promise<QuestionImport | Failure> {
  const read = await readQuestions(source, async (slug) => {
    const { data } = await client.rpc("find_course", { p_course_id: slug }).throwOnError();
    return data[0]?.course_id ?? null;
  });
  if (!read.ok) return read;
  const result: QuestionImport = {
    ok: true,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    rejections: read.rejections,
  };
  for (let start = 0; start < read.questions.length; start += BATCH_SIZE) {
    const rows = read.questions.slice(start, start + BATCH_SIZE).map(({ question }) => ({
      course_id: question.course,
      question: question.question,
      options: question.options,
      correct_answer: question.correctAnswer,
      explanation: question.explanation,
    }));
    const answer = client.rpc("import_quiz_questions", { p_questions: JSON.stringify(rows) });
    const [counts] = (await answer.throwOnError()).data;
    result.inserted += counts?.inserted ?? 0;
    result.updated += counts?.updated ?? 0;
    result.unchanged += counts?.unchanged ?? 0;
  }
  return result;
}
