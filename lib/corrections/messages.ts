/** What editors are told about corrections. */
export const correctionMessages = {
  saved: "Saved",
  unchanged: "Nothing was changed",
  deleted: "Deleted",
  added: "Lecture added",
  gone: "It is not there any more",
  conflict:
    "It was changed by another editor meanwhile. Your text is still here: open the page again to see theirs.",
  lectureTaken: "There is a lecture of this number and name in the course already",
  courseTaken: "There is a course of this name already. Merge the two instead.",
} as const;
