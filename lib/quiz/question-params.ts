import { z } from "zod";
import { parseCourseId } from "./course-param.ts";
import { quizConsoleMessages, quizMessages } from "./messages.ts";

/** `{id}` of an address: a question. */
export const questionParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, quizMessages.noSuchQuestion)
    .transform(Number),
});

/** `course` of an address. */
export const courseQuery = z
  .string()
  .refine((course) => parseCourseId(course) !== null, { error: quizConsoleMessages.noCourse });
