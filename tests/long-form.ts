/** Whether `npm run test:faults` runs, with the long forms of tests that `npm test` has in short. */
export const isLongForm = process.env.LECTERN_FAULTS === "long";
