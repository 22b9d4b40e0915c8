/** Whether `npm run test:faults` runs, with the long forms of tests that `npm test` has in short. */
export const isLongForm = process.env.LECTERN_FAULTS === "long";

/** In the short form every `parts`th of a list, beginning with the one at `first`; in the long form all of it. */
export const share = <T>(list: readonly T[], parts: number, first = 0): readonly T[] =>
  isLongForm ? list : list.filter((_, index) => index % parts === first);
