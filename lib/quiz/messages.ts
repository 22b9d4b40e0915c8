export const quizMessages = {
  noSuchQuestion: "This question is no longer there. Please load the page again.",
  noSuchOption: "This question has no such option",
  postOnly: "Answers are sent with POST",
  notChecked: "Your answer could not be checked. Please choose again.",
} as const;
