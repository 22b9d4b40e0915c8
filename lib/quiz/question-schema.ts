import { z } from "zod";
import { optionalText, requiredText } from "../csv-import/cell-schemas.ts";
import type { CsvRow } from "../csv-import/parse-csv.ts";
import { excerpt } from "../csv-import/text-faults.ts";
import { letterOf, MAX_OPTIONS, optionOfLetter } from "./letters.ts";
import { columnName, QUESTION_FIELDS, type QuestionField, type QuestionHeader } from "./question-columns.ts";

/** A question as the database takes it. `course` is not yet known to be one. */
export type ImportedQuestion = {
  course: string;
  question: string;
  options: string[];
  /** Index into `options`. */
  correctAnswer: number;
  explanation: string | null;
};

/** What is said of a row that was not imported. */
export type QuestionRejection = {
  /** As a spreadsheet counts: the header is row 1. */
  rowNumber: number;
  /** Null when the row as a whole is at fault. */
  column: string | null;
  value: string;
  reason: string;
};

// `|` separates options; `\|` is a bar that is part of one, as in |x|.
const splitOptions = (cell: string) =>
  cell.split(/(?<!\\)\|/).map((option) => option.replaceAll("\\|", "|").trim());

const options = requiredText(20_000).transform((cell, context) => {
  const found = splitOptions(cell);
  const empty = found.indexOf("");
  const repeated = found.findIndex((option, index) => found.indexOf(option) < index);
  if (found.length < 2) context.addIssue("at least two options are needed, separated by |");
  else if (found.length > MAX_OPTIONS) context.addIssue(`${found.length} options, ${MAX_OPTIONS} at most`);
  else if (empty >= 0) context.addIssue(`option ${letterOf(empty)} is empty`);
  else if (repeated >= 0) context.addIssue(`option ${letterOf(repeated)} is there twice`);
  else return found;
  return z.NEVER;
});

const rowSchema = z
  .object({
    course: requiredText(250),
    question: requiredText(2_000),
    options,
    answer: requiredText(10),
    explanation: optionalText(5_000),
  } satisfies Record<QuestionField, z.ZodType>)
  .transform(({ answer, ...row }, context): ImportedQuestion => {
    const correctAnswer = optionOfLetter(answer, row.options.length);
    if (correctAnswer !== null) return { ...row, correctAnswer };
    const last = letterOf(row.options.length - 1);
    context.addIssue({ code: "custom", path: ["answer"], message: `not a letter from A to ${last}` });
    return z.NEVER;
  });

type QuestionRow = { ok: true; question: ImportedQuestion } | { ok: false; rejection: QuestionRejection };

/** Turns a row of cells into a question, or says which cell is the first that cannot be taken and why. */
export function parseQuestionRow(row: CsvRow, header: QuestionHeader): QuestionRow {
  const { cells, rowNumber, problem } = row;
  const wholeRow = () => cells.slice(0, 20).join(",");
  if (problem) return reject(rowNumber, null, wholeRow(), problem);
  if (cells.length !== header.width)
    return reject(rowNumber, null, wholeRow(), `${cells.length} cells found, ${header.width} expected`);
  const record: Record<string, string> = {};
  for (const field of QUESTION_FIELDS) record[field] = cells[header.positions[field] ?? -1] ?? "";

  const result = rowSchema.safeParse(record);
  if (result.success) return { ok: true, question: result.data };
  const issue = result.error.issues[0];
  const field = issue?.path[0] as QuestionField;
  return reject(rowNumber, columnName(field), record[field] ?? "", issue?.message ?? "");
}

function reject(rowNumber: number, column: string | null, value: string, reason: string): QuestionRow {
  return { ok: false, rejection: { rowNumber, column, value: excerpt(value, 100), reason } };
}
