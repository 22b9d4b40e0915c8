import type { ByteSource } from "../csv-import/decode-utf8.ts";
import { parseCsv } from "../csv-import/parse-csv.ts";
import { columnName, parseQuestionHeader } from "./question-columns.ts";
import { type ImportedQuestion, parseQuestionRow, type QuestionRejection } from "./question-schema.ts";

export type ReadQuestions = {
  ok: true;
  /** With the row each stands in. */
  questions: { rowNumber: number; question: ImportedQuestion }[];
  rejections: QuestionRejection[];
};

/**
 * Reads a CSV file of questions. Every row ends up as a question or as a rejection; a file that
 * cannot be read as a whole is a failure with words for the person who chose it.
 *
 * @param findCourse the id of the course that a slug stands for, or null; asked once for each slug
 */
export async function readQuestions(
  source: ByteSource,
  findCourse: (slug: string) => Promise<string | null>,
): Promise<ReadQuestions | { ok: false; message: string }> {
  const read: ReadQuestions = { ok: true, questions: [], rejections: [] };
  const courses = new Map<string, string | null>();
  const seen = new Map<string, number>();
  const rows = parseCsv(source);
  const { value: first } = await rows.next();
  if (!first) return { ok: false, message: "The file is empty." };
  if (!first.ok) return first;
  const header = parseQuestionHeader(first.cells);
  if (!header.ok) return header;

  for await (const row of rows) {
    if (!row.ok) return row;
    const parsed = parseQuestionRow(row, header);
    if (!parsed.ok) {
      read.rejections.push(parsed.rejection);
      continue;
    }
    const { question } = parsed;
    const { rowNumber } = row;
    if (!courses.has(question.course)) courses.set(question.course, await findCourse(question.course));
    const course = courses.get(question.course);
    const key = JSON.stringify([course, question.question]);
    const twin = seen.get(key);
    if (!course) {
      const reason = "no course of the catalogue has this slug";
      read.rejections.push({ rowNumber, column: columnName("course"), value: question.course, reason });
    } else if (twin) {
      const reason = `the same question of this course is in row ${twin}`;
      read.rejections.push({ rowNumber, column: columnName("question"), value: question.question, reason });
    } else {
      seen.set(key, rowNumber);
      read.questions.push({ rowNumber, question: { ...question, course } });
    }
  }
  return read;
}
