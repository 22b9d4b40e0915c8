/** The fields of a question and how a CSV file may name their columns; the first name is ours. */
const COLUMN_NAMES = {
  course: ["course slug", "course", "slug", "seo:slug", "course id"],
  question: ["question"],
  options: ["options"],
  answer: ["correct option", "correct answer", "correct", "answer", "correct option's letter", "letter"],
  explanation: ["explanation"],
} as const;

export type QuestionField = keyof typeof COLUMN_NAMES;

export const QUESTION_FIELDS = Object.keys(COLUMN_NAMES) as QuestionField[];

export const columnName = (field: QuestionField): string => COLUMN_NAMES[field][0];

/** Where each field stands in a file's rows. `explanation` may be missing, as may its cells. */
export type QuestionHeader = {
  ok: true;
  positions: Partial<Record<QuestionField, number>>;
  width: number;
};

/** Reads the header row. Order, letter case and space around the names are free; other columns are ignored. */
export function parseQuestionHeader(cells: string[]): QuestionHeader | { ok: false; message: string } {
  const positions: Partial<Record<QuestionField, number>> = {};
  for (const [index, cell] of cells.entries()) {
    const name = cell.trim().toLowerCase().replaceAll("_", " ");
    const field = QUESTION_FIELDS.find((candidate) =>
      (COLUMN_NAMES[candidate] as readonly string[]).includes(name),
    );
    if (!field) continue;
    if (positions[field] !== undefined)
      return { ok: false, message: `The column “${columnName(field)}” is there twice.` };
    positions[field] = index;
  }
  const missing = QUESTION_FIELDS.filter(
    (field) => field !== "explanation" && positions[field] === undefined,
  );
  if (missing.length === 0) return { ok: true, positions, width: cells.length };
  const names = missing.map(columnName).join(", ");
  return {
    ok: false,
    message:
      `The file's first row lacks the ${missing.length === 1 ? "column" : "columns"} ${names}. ` +
      `It has to name the columns: ${QUESTION_FIELDS.map(columnName).join(", ")}.`,
  };
}
