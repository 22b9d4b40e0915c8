/** Messages of the planner, in the exact words of the specification if it has any. */
export const plannerMessages = {
  incomplete: "Please fill all fields",
  required: "Required",
  tooEarly: "Choose a date after 1899",
  noCourses: "The courses could not be loaded.",
  noneYet: "There are no courses yet.",
  added: "Study task added!",
  updated: "Task updated!",
  empty: "No upcoming tasks. Add one to get started!",
} as const;
