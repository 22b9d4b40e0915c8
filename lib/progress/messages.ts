/** Word for word from the specification where it says so. */
export const progressMessages = {
  signInFirst: "Please sign in to track your progress",
  completed: "Lecture marked as complete!",
  incomplete: "Lecture marked as incomplete",
  failed: "Failed to update progress",
  notLoaded: "Your progress could not be loaded.",
  noSuchLecture: "There is no such lecture",
} as const;
