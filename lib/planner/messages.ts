/** Word for word from the specification. */
export const plannerMessages = {
  incomplete: "Please fill all fields",
  required: "Required",
  added: "Study task added!",
  updated: "Task updated!",
  empty: "No upcoming tasks. Add one to get started!",
} as const;
