/** Name and description of the product, in the exact words of its specification. */
export const site = {
  name: "Lectern",
  promise: "Simple, curated and easy to follow educational content",
  description:
    "Access thousands of free video courses from top universities and educators across the world and track your learning journey",
} as const;
