/** A question as browsers get it: without the correct option. */
export type QuizQuestion = { id: number; question: string; options: string[] };

export type Quiz = {
  /** As in `/course/{courseId}`. */
  courseId: string;
  courseName: string;
  questions: QuizQuestion[];
};

export type CheckedAnswer = {
  correct: boolean;
  /** Index of the correct option. */
  correctAnswer: number;
  explanation: string | null;
};

/** A question as the console has it, with its answer. */
export type KnownQuestion = QuizQuestion & {
  correctAnswer: number;
  explanation: string | null;
  /** Tells one state of the question from another. */
  version: string;
};

export type KnownQuiz = {
  courseId: string;
  /** Null where the course is gone. */
  courseName: string | null;
  questions: KnownQuestion[];
};

/** What became of a question that was to be saved. */
export type SaveOutcome = "saved" | "gone" | "changed" | "twin" | "no course";

export type QuizFileResult = {
  /** Whether the good rows are in. A file that replaces the questions is taken whole or not at all. */
  isWritten: boolean;
  inserted: number;
  updated: number;
  unchanged: number;
  removed: number;
  rejections: { rowNumber: number; faults: { column: string | null; value: string; reason: string }[] }[];
};
