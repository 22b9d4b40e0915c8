/** The most characters in a question and an explanation; the database has the same limits. */
export const MAX_QUESTION = 2_000;
export const MAX_EXPLANATION = 5_000;

/** The most characters in an option. */
export const MAX_OPTION = 1_000;

/** The most characters in the cell that contains a question's options. */
export const MAX_OPTIONS_LENGTH = 20_000;
