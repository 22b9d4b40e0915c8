/** Messages of the console, word for word from the specification. */
export const adminMessages = {
  pullLater: "YouTube data fetching will be implemented soon",
  createLater: "Lecture creation will be implemented soon",
} as const;
