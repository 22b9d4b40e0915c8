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
