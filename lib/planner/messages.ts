/** Word for word from the specification where it says so. */
export const plannerMessages = {
  incomplete: "Please fill all fields",
  required: "Required",
  noCourses: "The courses could not be loaded.",
  added: "Study task added!",
  updated: "Task updated!",
  empty: "No upcoming tasks. Add one to get started!",
} as const;
