import { Refusal, requiredText, text, withNext } from "../csv/cells.ts";
import type { Columns } from "../csv/header.ts";
import { withoutErrors } from "../csv/spreadsheet-errors.ts";
import { type CellsOf, type TableKind, WrongCell } from "../csv/table.ts";
import { letterOf, MAX_OPTIONS, optionOfLetter } from "./letters.ts";
import { MAX_EXPLANATION, MAX_OPTION, MAX_OPTIONS_LENGTH, MAX_QUESTION } from "./limits.ts";
import { splitOptions } from "./options-cell.ts";

/** A question in the form that the database accepts. `course` is not yet known to exist. */
export type ImportedQuestion = {
  course: string;
  question: string;
  options: string[];
  /** Index into `options`. */
  correctAnswer: number;
  explanation: string | null;
};

/** A question about a spreadsheet may have its errors as options; a cell with an error has nothing else in it. */
const option = requiredText(MAX_OPTION);

const options = withNext(requiredText(MAX_OPTIONS_LENGTH), (cell) => {
  const found = splitOptions(cell);
  const empty = found.indexOf("");
  const repeated = found.findIndex((option, index) => found.indexOf(option) < index);
  if (found.length < 2) return new Refusal("at least two options are needed, separated by |");
  if (found.length > MAX_OPTIONS) return new Refusal(`${found.length} options, ${MAX_OPTIONS} at most`);
  if (empty >= 0) return new Refusal(`option ${letterOf(empty)} is empty`);
  if (repeated >= 0) return new Refusal(`option ${letterOf(repeated)} is there twice`);
  const faults = found.map(option);
  const faulty = faults.findIndex((fault) => fault instanceof Refusal);
  return faulty < 0
    ? found
    : new Refusal(`option ${letterOf(faulty)} is ${(faults[faulty] as Refusal).reason}`);
});

/** The columns of a file of questions; only `explanation` is optional. */
const columns = {
  course: {
    names: ["course slug", "course", "slug", "seo:slug", "course id"],
    cell: requiredText(250),
  },
  question: { names: ["question"], cell: withoutErrors(requiredText(MAX_QUESTION)) },
  options: { names: ["options"], cell: options },
  answer: {
    names: ["correct option", "correct answer", "correct", "answer", "correct option's letter", "letter"],
    cell: requiredText(MAX_OPTIONS_LENGTH),
  },
  explanation: { names: ["explanation"], cell: withoutErrors(text(MAX_EXPLANATION)), isOptional: true },
} satisfies Columns<string>;

type QuestionField = keyof typeof columns;

export const columnName = (field: QuestionField): string => columns[field].names[0];

/** The definition of a file of questions. */
export const questionTable: TableKind<QuestionField, ImportedQuestion> = {
  contents: "questions",
  columns,
  read: (cells) => {
    const { answer, explanation = null, ...question } = cells as CellsOf<typeof columns>;
    const correctAnswer = optionOfLetter(answer, question.options.length);
    if (correctAnswer !== null) return { ...question, correctAnswer, explanation };
    return new WrongCell("answer", `not a letter from A to ${letterOf(question.options.length - 1)}`);
  },
};
