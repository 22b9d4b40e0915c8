/** Messages about progress, in the exact words of the specification if it has any. */
export const progressMessages = {
  signInFirst: "Please sign in to track your progress",
  completed: "Lecture marked as complete!",
  incomplete: "Lecture marked as incomplete",
  failed: "Failed to update progress",
  notLoaded: "Your progress could not be loaded.",
  noSuchLecture: "There is no such lecture",
} as const;
