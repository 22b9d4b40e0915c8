/** Word for word from the specification. */
export const progressMessages = {
  signInFirst: "Please sign in to track your progress",
  completed: "Lecture marked as complete!",
  incomplete: "Lecture marked as incomplete",
  failed: "Failed to update progress",
  noSuchLecture: "There is no such lecture",
} as const;
