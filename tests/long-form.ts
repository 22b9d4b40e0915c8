/** Whether `npm run test:faults` runs, which uses the long forms of tests that have a short form in `npm test`. */
export const isLongForm = process.env.LECTERN_FAULTS === "long";

/** In the short form every `parts`th item of a list, starting at index `first`; in the long form all items. */
export const share = <T>(list: readonly T[], parts: number, first = 0): readonly T[] =>
  isLongForm ? list : list.filter((_, index) => index % parts === first);
