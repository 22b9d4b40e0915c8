import { BYTE_ORDER_MARK, neutraliseFormula, serialiseRow } from "../csv/serialise-csv.ts";
import { letterOf } from "./letters.ts";
import { writeOptions } from "./options-cell.ts";
import { columnName } from "./question-columns.ts";
import type { KnownQuestion } from "./types.ts";

const COLUMNS = ["course", "question", "options", "answer", "explanation"] as const;

/** Questions of a course as a CSV file; an import yields the same questions, and no cell runs as a formula. */
export function questionsFile(courseId: string, questions: readonly KnownQuestion[]): string {
  const rows = questions.map(({ question, options, correctAnswer, explanation }) => [
    courseId,
    question,
    writeOptions(options),
    letterOf(correctAnswer),
    explanation ?? "",
  ]);
  const lines = [COLUMNS.map(columnName), ...rows.map((cells) => cells.map(neutraliseFormula))];
  return BYTE_ORDER_MARK + lines.map(serialiseRow).join("");
}
