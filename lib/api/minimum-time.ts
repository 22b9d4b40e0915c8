import { setTimeout as delay } from "node:timers/promises";

/** The least duration of answers that must not tell, by their time, whether an account exists. */
const LEAST_MS = 400;

/** Begins that duration; await the result before the answer. */
export const beginMinimumTime = () => delay(LEAST_MS);
