import type { QuizFileResult } from "./types.ts";

export const quizMessages = {
  noSuchQuestion: "This question is no longer there. Please load the page again.",
  questionChanged: "This question has been changed. Please load the page again.",
  noSuchOption: "This question has no such option",
  postOnly: "Answers are sent with POST",
  notChecked: "Your answer could not be checked. Please choose again.",
} as const;

/** The most bytes in a file of questions. */
export const QUIZ_FILE_BYTES = 2 * 1024 * 1024 - 1;

/** The console's messages about questions. */
export const quizConsoleMessages = {
  noCourse: "There is no such course",
  twin: "The course has this question already",
  gone: "This question has been deleted meanwhile. What you typed is still here: you can add it as a new question.",
  changed:
    "This question has been changed meanwhile. What you typed is still here: save it again to replace the other change.",
  goneAlready: "This question was deleted already",
  added: "Question added",
  saved: "Question saved",
  deleted: "Question deleted",
  noFile: "Choose a file",
  tooLarge: "File size must be less than 2MB",
  replacedMeanwhile:
    "The questions have been changed meanwhile, and nothing was replaced. Look at them, and import the file again.",
} as const;

/** `Question 3 is now question 2` */
export const movedMessage = (from: number, to: number) => `Question ${from} is now question ${to}`;

/** `3 inserted, 1 updated, 0 unchanged, 1 deleted, 2 rejected`; deletions only if a file replaced the questions. */
export const describeQuizImport = ({ isWritten, rejections, ...counts }: QuizFileResult) => {
  const { inserted, updated, unchanged, removed } = counts;
  const rejected = `${rejections.length} rejected`;
  if (!isWritten) return `Nothing was changed: ${rejected}`;
  const deleted = removed > 0 ? `, ${removed} deleted` : "";
  return `${inserted} inserted, ${updated} updated, ${unchanged} unchanged${deleted}, ${rejected}`;
};
