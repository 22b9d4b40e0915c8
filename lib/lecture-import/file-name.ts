import { z } from "zod";

/** Control characters, and those that turn the direction of what follows: a name with them looks like another one. */
const INVISIBLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** The name of a file that is imported, as lists show it. */
export const fileNameSchema = z
  .string()
  .transform((name) => name.replace(INVISIBLE, ""))
  .pipe(z.string().trim().min(1).max(255));
