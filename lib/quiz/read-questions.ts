import type { ByteSource } from "../csv/decode-text.ts";
import { type CsvRow, type Failure, failure } from "../csv/parse-csv.ts";
import { createRowReader, faultOf, noRows, openTable, type Rejection } from "../csv/table.ts";
import { columnName, type ImportedQuestion, questionTable } from "./question-columns.ts";

type ReadQuestions = {
  ok: true;
  /** The questions, each with its row number in the file. */
  questions: { rowNumber: number; question: ImportedQuestion }[];
  rejections: Rejection[];
};

/**
 * Reads a CSV file of questions. Every row becomes a question or a rejection; if the file as a whole cannot be
 * read, the result is a failure with a message for the person who chose it.
 *
 * @param findCourse returns the id of the course with a slug, or null; called once per slug
 * @param mostCourses the most slugs that a file may have, also unknown ones
 */
export async function readQuestions(
  source: ByteSource,
  findCourse: (slug: string) => Promise<string | null>,
  mostCourses = Number.POSITIVE_INFINITY,
): Promise<ReadQuestions | Failure> {
  const read: ReadQuestions = { ok: true, questions: [], rejections: [] };
  const courses = new Map<string, string | null>();
  const seen = new Map<string, number>();
  const table = await openTable(source, questionTable);
  if (!table.ok) return table;

  const readRow = createRowReader(table.header, questionTable);
  const addRow = async (row: CsvRow): Promise<void> => {
    const result = readRow(row);
    if (!result.ok) {
      read.rejections.push(result.rejection);
      return;
    }
    const question = result.value;
    const { rowNumber } = row;
    if (!courses.has(question.course)) courses.set(question.course, await findCourse(question.course));
    const course = courses.get(question.course);
    const key = JSON.stringify([course, question.question]);
    const earlierRow = seen.get(key);
    if (!course) {
      const reason = "no course of the catalogue has this slug";
      read.rejections.push({ rowNumber, faults: [faultOf(columnName("course"), question.course, reason)] });
    } else if (earlierRow) {
      const reason = `the same question of this course is in row ${earlierRow}`;
      read.rejections.push({
        rowNumber,
        faults: [faultOf(columnName("question"), question.question, reason)],
      });
    } else {
      seen.set(key, rowNumber);
      read.questions.push({ rowNumber, question: { ...question, course } });
    }
  };
  for await (const rows of table.rows) {
    if (!Array.isArray(rows)) return rows;
    for (const row of rows) {
      await addRow(row);
      if (courses.size > mostCourses)
        return failure(
          `The file has questions of more than ${mostCourses} courses. Import one course at a time.`,
        );
    }
  }
  return read.questions.length + read.rejections.length === 0 ? noRows() : read;
}
