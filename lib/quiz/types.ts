/** What is shown of a question. */
export type QuestionText = { id: number; question: string; options: string[] };

/** A question as sent to browsers: without the correct option. */
export type QuizQuestion = QuestionText & { textVersion: string };

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

/** A question as the console receives it, with its answer. */
export type KnownQuestion = QuestionText & {
  correctAnswer: number;
  explanation: string | null;
  /** Changes whenever the question changes. */
  version: string;
};

export type KnownQuiz = {
  courseId: string;
  /** Null if the course no longer exists. */
  courseName: string | null;
  questions: KnownQuestion[];
  /** Another one after any change of its questions or of the course that it belongs to. */
  version: string;
};

/** The result of saving a question. */
export type SaveOutcome = "saved" | "gone" | "changed" | "twin" | "no course";

export type QuizFileResult = {
  /** Whether the valid rows were written. A file that replaces the questions is imported completely or not at all. */
  isWritten: boolean;
  inserted: number;
  updated: number;
  unchanged: number;
  removed: number;
  rejections: { rowNumber: number; faults: { column: string | null; value: string; reason: string }[] }[];
};
