/** The quiz's shapes. What a browser holds of a question never says which option is correct. */

export type QuizQuestion = { id: number; question: string; options: string[] };

/** The questions of a course, at least one. */
export type Quiz = {
  /** What stands in `/course/{courseId}`. */
  courseId: string;
  courseName: string;
  questions: QuizQuestion[];
};

/** What the server says of an answer. */
export type CheckedAnswer = {
  correct: boolean;
  /** Index of the correct option. */
  correctAnswer: number;
  explanation: string | null;
};
